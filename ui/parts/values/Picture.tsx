/** A small picture. Its value is a call that says where the picture is, because its URL is signed for who asks, and ends. */
import { useQuery } from '@tanstack/react-query'
import { readThing } from '../../query.ts'
import './picture.css'

/** URLs are good for some minutes. */
const staleMs = 60_000

export function Picture({ path }: { readonly path: string }) {
  const { data } = useQuery({ queryKey: ['ui', 'picture', path], queryFn: () => readThing(path), staleTime: staleMs })
  return (
    <span className="parts-picture">
      {/* its name stands beside it */}
      {data && <img src={String(data.fileUrl)} alt="" loading="lazy" />}
    </span>
  )
}

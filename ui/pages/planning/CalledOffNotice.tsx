/** `part:orders.calledOffNotice`: the message to the driver of a called-off route before it is sent. It has no value. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Failed, Skeleton } from '../../elements/states.tsx'
import type { FieldPartProps } from '../../parts/registry.ts'
import { query } from '../../query.ts'
import { Notice } from './NoticesControl.tsx'

export default function CalledOffNotice({ rows, reads, describedBy }: FieldPartProps) {
  const id = rows[0]?.id
  const { channel } = reads
  const { data, error, refetch } = useQuery({
    ...query('orders.order', '/api/Admin/Orders/called-off/:id/notice', { id, channel }),
    placeholderData: keepPreviousData
  })
  const [notice] = data?.data ?? []
  if (!notice) return error ? <Failed error={error} retry={() => void refetch()} /> : <Skeleton rows={3} />
  return (
    <div className="notices notices-list" aria-describedby={describedBy}>
      <Notice notice={notice} channel={channel} again={false} isChosen onChoose={undefined} />
    </div>
  )
}

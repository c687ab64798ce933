/** For a search without results: links to the other lists on which it finds something. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Elsewhere as FoundOn } from '../../../src/contract/find.ts'
import type { ListMetadata } from '../../../src/contract/list.ts'
import { useText } from '../../i18n.ts'
import { query } from '../../query.ts'
import './elsewhere.css'

export interface ElsewhereProps {
  /** Its name must be the id of a page. */
  readonly list: Pick<ListMetadata, 'name' | 'resourceType'>
  readonly search: string
}

export function Elsewhere({ list, search }: ElsewhereProps) {
  const { data, isPending } = useQuery({
    ...query(list.resourceType, '/api/ui/pages/:pageId/elsewhere', { pageId: list.name, allFields: search }),
    retry: false
  })
  if (isPending) return <p className="parts-elsewhere" data-waiting aria-hidden="true" />
  return <FoundLists here={list.name} lists={data?.data ?? []} search={search} />
}

interface FoundListsProps {
  /** The page on which nothing was found. */
  readonly here: string
  readonly lists: readonly FoundOn[]
  readonly search: string
}

export function FoundLists({ here, lists, search }: FoundListsProps) {
  const t = useText()
  if (lists.length === 0) return null
  const isOnlyHere = lists.every(({ id }) => id === here)
  const count = lists.reduce((sum, { total }) => sum + total, 0)
  const counted = lists.some(({ totalCapped }) => totalCapped)
    ? t('parts.elsewhere.many')
    : t('parts.elsewhere', { count })
  const listName = ({ id, title, total, totalCapped }: FoundOn) => {
    const name = id === here ? t('parts.elsewhere.here') : t(title)
    return lists.length > 1 || isOnlyHere
      ? t('parts.elsewhere.list', { title: name, count: total, more: totalCapped === true })
      : name
  }
  return (
    <div className="parts-elsewhere" role="status">
      {!isOnlyHere && <span>{counted}</span>}
      <ul>
        {lists.map(list => (
          <li key={list.id}>
            <Link to={list.route} search={{ q: search } as never}>
              {listName(list)}
              <i className="pi pi-arrow-right" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

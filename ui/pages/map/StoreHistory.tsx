/** The history of an internal store: what was changed, by whom and when. */
import { useQuery } from '@tanstack/react-query'
import { Failed, Skeleton } from '../../elements/states.tsx'
import { useText } from '../../i18n.ts'
import { TimeLine } from '../../parts/panel/TimeLine.tsx'
import { dataOf, query } from '../../query.ts'
import '../../parts/panel/panel.css'

const type = 'warehouse.internalStore'
const degrees = { type: 'number', format: 'degrees' } as const
const fields = [
  { key: 'name', label: `${type}.name`, schema: { type: 'string' } },
  { key: 'latitude', label: `${type}.latitude`, schema: degrees },
  { key: 'longitude', label: `${type}.longitude`, schema: degrees },
  { key: 'corners', label: `${type}.corners`, schema: { type: 'integer' } },
  { key: 'area', label: `${type}.area`, schema: { type: 'integer' } }
] as const

export default function StoreHistory({ id }: { readonly id: number }) {
  const t = useText()
  const { data, error, refetch } = useQuery({
    ...query(type, '/api/Admin/Stores/internal/:id/history', { id }),
    select: dataOf
  })
  if (!data) return error ? <Failed error={error} retry={() => void refetch()} /> : <Skeleton rows={2} />
  return data.length > 0 ? <TimeLine fields={fields} entries={data} /> : <p>{t('map.store.unchanged')}</p>
}

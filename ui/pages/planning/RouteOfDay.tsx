// biome-ignore-all lint/a11y/noNoninteractiveTabindex: the list scrolls, so it must be reached by the keyboard
/** The stops that are already planned for the vehicle on the day. */
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Failed } from '../../elements/states.tsx'
import { useText } from '../../i18n.ts'
import { query } from '../../query.ts'

export function RouteOfDay({ vehicleId, day }: { readonly vehicleId: number; readonly day: string | undefined }) {
  const t = useText()
  const id = useId()
  const { data, error, refetch } = useQuery({
    ...query('orders.order', '/api/Admin/Vehicles/:id/route', { id: vehicleId, day }),
    enabled: day !== undefined
  })
  if (day === undefined) return <p className="parts-help">{t('planning.vehicle.day')}</p>
  if (error && !data) return <Failed error={error} retry={() => void refetch()} />
  if (!data || data.data.length === 0) return null
  return (
    <details className="planning-route">
      <summary id={id}>{t('planning.vehicle.route', { count: data.data.length })}</summary>
      <ol aria-labelledby={id} tabIndex={0}>
        {data.data.map(({ orderId, sequence, number, company, receptionPlace }) => (
          <li key={orderId} value={sequence}>
            <strong className="tabular">{number}</strong> {company}, {receptionPlace}
          </li>
        ))}
      </ol>
    </details>
  )
}

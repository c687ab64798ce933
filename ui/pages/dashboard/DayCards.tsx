/** Cards for a day, with the numbers of new and of all companies and reception places. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Failed } from '../../elements/states.tsx'
import { useIntl, useText } from '../../i18n.ts'
import { dataOf, query } from '../../query.ts'

const options = { staleTime: 300_000, placeholderData: keepPreviousData } as const

interface CardProps {
  readonly title: string
  readonly total: number | undefined
  readonly fresh: number | undefined
  readonly split?: readonly (readonly [label: string, total: number | undefined])[]
  /** Why the parts do not add up to the total. */
  readonly splitNote?: string
}

function Card({ title, total, fresh, split = [], splitNote }: CardProps) {
  const t = useText()
  const intl = useIntl()
  return (
    <article className={`card dash-card ${split.length > 0 ? 'dash-wide' : ''}`}>
      <div>
        <h3>{title}</h3>
        {total === undefined ? (
          <span className="dash-number dash-loading" aria-hidden />
        ) : (
          <strong className="tabular dash-number">{intl.formatNumber(total)}</strong>
        )}
        <p className="dash-note">{fresh === undefined ? ' ' : t('dashboard.newThatDay', { count: fresh })}</p>
      </div>
      {split.length > 0 && (
        <div>
          <dl className="dash-split">
            {split.map(([label, amount]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd className="tabular">{amount === undefined ? '' : intl.formatNumber(amount)}</dd>
              </div>
            ))}
          </dl>
          {splitNote && <p className="dash-note">{splitNote}</p>}
        </div>
      )}
    </article>
  )
}

const types = ['container', 'tonnage', 'vehicle'] as const

export function DayCards({ day }: { readonly day: string | undefined }) {
  const t = useText()
  const params = { Date: day }
  const companies = useQuery({
    ...query('reports.statistics', '/api/Dashboard/companies/statistics', params),
    ...options,
    select: dataOf
  })
  const places = useQuery({
    ...query('reports.statistics', '/api/Dashboard/reception-places/statistics', params),
    ...options,
    select: dataOf
  })
  return (
    <>
      {companies.error && !companies.data ? (
        <Failed error={companies.error} retry={() => void companies.refetch()} />
      ) : (
        <Card
          title={t('dashboard.companies')}
          total={companies.data?.totalClientsAmount}
          fresh={companies.data?.newClients}
        />
      )}
      {places.error && !places.data ? (
        <Failed error={places.error} retry={() => void places.refetch()} />
      ) : (
        <Card
          title={t('dashboard.places')}
          total={places.data?.totalReceptionPlacesAmount}
          fresh={places.data?.newReceptionPlacesAmount}
          split={types.map(type => [
            t(`catalogue.orderType.${type}`),
            places.data?.[`${type}TotalReceptionPlacesAmount`]
          ])}
          splitNote={t('dashboard.places.split')}
        />
      )}
    </>
  )
}

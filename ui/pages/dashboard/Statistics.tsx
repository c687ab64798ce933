/**
 * The orders of a day by order type: new ones, and those active at its end. These and the charts of the last days are for all regions
 * or for the chosen ones. The cards of companies and places beside them are always for all regions.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useId } from 'react'
import { dayOf, isDay } from '../../../src/contract/days.ts'
import { Failed } from '../../elements/states.tsx'
import { useIntl, useText } from '../../i18n.ts'
import { useVocabulary } from '../../metadata.ts'
import { DayBox } from '../../parts/form/DayBox.tsx'
import { dayText } from '../../parts/values/dayText.ts'
import { dataOf, query } from '../../query.ts'
import type { ChangeUrl } from '../../useUrlState.ts'
import { useUrlState } from '../../useUrlState.ts'
import { Charts } from './Charts.tsx'
import { DayCards } from './DayCards.tsx'
import type { DashboardUrl } from './dashboardUrl.ts'
import { readDashboardUrl, writeDashboardUrl } from './dashboardUrl.ts'

interface OrderStatistics {
  readonly date: string
  readonly newOrdersAmount: number
  readonly activeOrdersAmount: number
  readonly containerActiveOrdersAmount: number
  readonly tonnageActiveOrdersAmount: number
  readonly vehicleActiveOrdersAmount: number
}

const types = ['container', 'tonnage', 'vehicle'] as const

export function Statistics() {
  const t = useText()
  const members = useVocabulary('reports.region')?.members
  const read = useCallback((text: string) => readDashboardUrl(text, members?.map(({ code }) => code) ?? []), [members])
  const [{ day, regions }, change] = useUrlState(read, writeDashboardUrl)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...query('reports.statistics', '/api/Dashboard/orders/statistics', { Date: day, Regions: regions }),
    select: dataOf,
    staleTime: 300_000,
    placeholderData: keepPreviousData
  })
  return (
    <section aria-labelledby="dash-orders">
      <header className="dash-head">
        <h2 id="dash-orders">{t('dashboard.orders')}</h2>
        {data && <p className="dash-note">{t('dashboard.asOf', { time: dayText(data.date) })}</p>}
        <Filters day={day ?? data?.date} regions={regions} change={change} />
      </header>
      {error && !data ? (
        <Failed error={error} retry={refetch} />
      ) : (
        <div className="dash-cards" aria-busy={!data || isPlaceholderData}>
          <NewOrders amounts={data} />
          <ActiveOrders amounts={data} />
          <DayCards day={day} />
        </div>
      )}
      <Charts regions={regions} />
    </section>
  )
}

interface FiltersProps {
  readonly day: string | undefined
  readonly regions: readonly number[]
  readonly change: ChangeUrl<DashboardUrl>
}

function Filters({ day, regions, change }: FiltersProps) {
  const t = useText()
  const vocabulary = useVocabulary('reports.region')
  const dayId = useId()
  return (
    <div className="dash-filters">
      <fieldset className="dash-regions">
        <legend className="visually-hidden">{t('dashboard.regions')}</legend>
        {vocabulary?.members.map(({ code, label }) => (
          <label key={code}>
            <input
              type="checkbox"
              className="visually-hidden"
              checked={regions.includes(code)}
              onChange={({ target: { checked } }) =>
                change({ regions: checked ? [...regions, code].sort() : regions.filter(one => one !== code) })
              }
            />
            <span>{t(label)}</span>
          </label>
        ))}
      </fieldset>
      <div className="dash-day">
        <label htmlFor={dayId} className="visually-hidden">
          {t('dashboard.day')}
        </label>
        <DayBox
          id={dayId}
          value={day}
          days={{ to: 'today' }}
          // Statistics exist only for days up to today.
          onChange={chosen => change({ day: isDay(chosen) && chosen <= dayOf(new Date()) ? chosen : undefined })}
        />
      </div>
    </div>
  )
}

interface AmountsProps {
  readonly amounts: OrderStatistics | undefined
}

function Amount({ value }: { readonly value: number | undefined }) {
  const intl = useIntl()
  return value === undefined ? (
    <span className="dash-number dash-loading" aria-hidden />
  ) : (
    <strong className="tabular dash-number">{intl.formatNumber(value)}</strong>
  )
}

function NewOrders({ amounts }: AmountsProps) {
  const t = useText()
  return (
    <article className="card dash-card">
      <h3>{t('dashboard.new')}</h3>
      <Amount value={amounts?.newOrdersAmount} />
      <p className="dash-note">{t('dashboard.new.help')}</p>
    </article>
  )
}

function ActiveOrders({ amounts }: AmountsProps) {
  const t = useText()
  return (
    <article className="card dash-card dash-wide">
      <div>
        <h3>{t('dashboard.active')}</h3>
        <Amount value={amounts?.activeOrdersAmount} />
        <p className="dash-note">{t('dashboard.active.help')}</p>
      </div>
      {amounts?.activeOrdersAmount === 0 ? (
        <p className="dash-note">{t('dashboard.active.none')}</p>
      ) : (
        <ByType amounts={amounts} />
      )}
    </article>
  )
}

/** The active orders by type: a table with a bar for each type's share. */
function ByType({ amounts }: AmountsProps) {
  const t = useText()
  const intl = useIntl()
  const id = useId()
  return (
    <table className="dash-types" aria-labelledby={id}>
      <caption id={id} className="visually-hidden">
        {t('dashboard.type')}
      </caption>
      <tbody>
        {types.map(type => {
          const count = amounts?.[`${type}ActiveOrdersAmount`]
          return (
            <tr key={type} data-type={type}>
              <th scope="row">{t(`catalogue.orderType.${type}`)}</th>
              <td>
                <span className="dash-bar" aria-hidden>
                  {count !== undefined && (
                    <svg width="100%" height="8" preserveAspectRatio="none" aria-hidden>
                      <rect
                        width={`${(count / Math.max(amounts?.activeOrdersAmount ?? 0, 1)) * 100}%`}
                        height="8"
                        rx="4"
                      />
                    </svg>
                  )}
                </span>
              </td>
              <td className="dash-count">{count === undefined ? '' : intl.formatNumber(count)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** The planned loads of vehicles as a table: the tonnes of each of the next days, and whether they exceed the capacity. */
import { Link } from '@tanstack/react-router'
import { useIntl, useLanguage, useText } from '../../i18n.ts'
import { weekdayText } from '../../parts/values/formats.tsx'
import { exceeds } from './loads.ts'
import type { OverviewData } from './useOverview.ts'

const dayPage: string = '/orders/day'

type PlannedLoads = OverviewData['planned']

export function Loads({ days, vehicles }: PlannedLoads) {
  const t = useText()
  return (
    <article className="card dash-chart">
      <h3 id="dash-loads">{t('dashboard.loads')}</h3>
      <p className="dash-note">{t('dashboard.loads.help')}</p>
      {vehicles.length === 0 ? (
        <p className="dash-note dash-nothing">{t('dashboard.loads.none')}</p>
      ) : (
        <LoadTable days={days} vehicles={vehicles} />
      )}
    </article>
  )
}

function LoadTable({ days, vehicles }: PlannedLoads) {
  const t = useText()
  const intl = useIntl()
  const language = useLanguage()
  const tonnes = (value: number): string => intl.formatNumber(value, { maximumFractionDigits: 1 })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <section className="dash-scroll dash-cut" tabIndex={0} aria-labelledby="dash-loads">
      <table className="dash-loads">
        <thead>
          <tr>
            <th scope="col">{t('dashboard.vehicle')}</th>
            {days.map(day => (
              <th key={day} scope="col">
                <Link to={dayPage} search={{ 'f.RealizationDate': day }}>
                  {weekdayText(language, day)}
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {vehicles.map(({ id, name, driver, capacity, tonnes: loads }) => (
            <tr key={id}>
              <th scope="row">
                {name}
                <span className="dash-driver">{t('dashboard.capacity', { driver, tonnes: tonnes(capacity) })}</span>
              </th>
              {loads.map((load, at) => (
                <td key={days[at]} data-over={exceeds(load, capacity) || undefined} className="tabular">
                  {load > 0 && (
                    <>
                      {tonnes(load)}
                      {exceeds(load, capacity) && (
                        <>
                          <i className="pi pi-exclamation-triangle" aria-hidden />
                          <span className="visually-hidden">{t('dashboard.over')}</span>
                        </>
                      )}
                      <svg className="dash-load" width="100%" height="4" preserveAspectRatio="none" aria-hidden>
                        <rect width={`${Math.min(100, (load / Math.max(capacity, 0.01)) * 100)}%`} height="4" rx="2" />
                      </svg>
                    </>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

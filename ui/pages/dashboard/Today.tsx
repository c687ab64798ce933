/** The work of the day: the routes, whether their drivers were notified, and what waits for accounting. */
import { Link } from '@tanstack/react-router'
import { useLanguage, useText } from '../../i18n.ts'
import { weekdayText } from '../../parts/values/formats.tsx'
import { isNotNotified, type PlannedRoute, routesOn, sumsOf } from './loads.ts'
import { Needs } from './Needs.tsx'
import { type OverviewData, useOverview } from './useOverview.ts'

const dayPage: string = '/orders/day'
const onDay = (day: string) => ({ 'f.RealizationDate': day })

export function Today() {
  const t = useText()
  const { data, error } = useOverview()
  // The overview below shows the error, with a button to try again.
  if (error && !data) return null
  return (
    <section aria-labelledby="dash-today">
      <header className="dash-head">
        <h2 id="dash-today">{t('dashboard.today')}</h2>
      </header>
      <div className="dash-pair">
        {data ? <Routes {...data} /> : <div className="card dash-chart dash-loading" aria-hidden />}
        {data ? <Accounting {...data.accounting} /> : <div className="card dash-chart dash-loading" aria-hidden />}
      </div>
    </section>
  )
}

function Routes(data: Pick<OverviewData, 'routes' | 'planned'>) {
  const t = useText()
  const language = useLanguage()
  const days = data.planned.days.slice(0, 2)
  return (
    <article className="card dash-chart">
      <h3 id="dash-routes">{t('dashboard.routes')}</h3>
      <p className="dash-note">{t('dashboard.routes.help')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <section className="dash-scroll dash-cut" tabIndex={0} aria-labelledby="dash-routes">
        <table className="dash-loads dash-routes">
          <thead>
            <tr>
              <th scope="col">{t('dashboard.vehicle')}</th>
              <th scope="col">{t('dashboard.routes.places')}</th>
              <th scope="col">{t('dashboard.routes.notified')}</th>
              <th scope="col">{t('dashboard.routes.finished')}</th>
            </tr>
          </thead>
          {days.map((day, at) => (
            <tbody key={day}>
              <DayHead
                day={day}
                title={t(at === 0 ? 'dashboard.routes.today' : 'dashboard.routes.tomorrow', {
                  day: weekdayText(language, day)
                })}
                routes={routesOn(data, day)}
              />
              <RoutesOfDay routes={routesOn(data, day)} />
            </tbody>
          ))}
        </table>
      </section>
    </article>
  )
}

interface DayHeadProps {
  readonly day: string
  readonly title: string
  readonly routes: readonly PlannedRoute[]
}

/** Leads to the day, and sums it up, so that what the card has no room for is known. */
function DayHead({ day, title, routes }: DayHeadProps) {
  const t = useText()
  const { vehicles, unknown, over } = sumsOf(routes)
  return (
    <tr className="dash-day-head">
      <th scope="rowgroup" colSpan={4}>
        <span className="dash-day-line">
          <Link to={dayPage} search={onDay(day)}>
            {title}
          </Link>
          {vehicles > 0 && <span>{t('dashboard.routes.sum', { vehicles })}</span>}
          {unknown > 0 && (
            <span className="badge tone-warning">{t('dashboard.routes.unknown', { count: unknown })}</span>
          )}
          {over > 0 && <span className="badge tone-danger">{t('dashboard.routes.over', { count: over })}</span>}
        </span>
      </th>
    </tr>
  )
}

function RoutesOfDay({ routes }: { readonly routes: readonly PlannedRoute[] }) {
  const t = useText()
  if (routes.length === 0)
    return (
      <tr>
        <td colSpan={4} className="dash-none">
          {t('dashboard.routes.none')}
        </td>
      </tr>
    )
  return routes.map(route => {
    const { number, day, vehicleId, vehicle, driver, places, orders, notified, finished, over } = route
    const notNotified = isNotNotified(route)
    return (
      <tr key={number}>
        <th scope="row">
          <Link to={dayPage} search={{ ...onDay(day), 'f.VehicleId': String(vehicleId) }}>
            {vehicle}
          </Link>
          {over && <span className="badge tone-danger">{t('dashboard.over')}</span>}
          <span className="dash-driver">{driver}</span>
        </th>
        <td>{places}</td>
        <td data-not-notified={notNotified || undefined}>
          {notNotified && <i className="pi pi-bell" aria-hidden />}{' '}
          {t('dashboard.routes.of', { count: notified, of: orders })}
        </td>
        <td>{t('dashboard.routes.of', { count: finished, of: orders })}</td>
      </tr>
    )
  })
}

const completed: string = '/orders/completed'
const waiting = [
  { name: 'unsent', icon: 'send', tone: 'info', search: { 'f.OptimaStatus': '0', 'f.NeedsNumber': 'false' } },
  { name: 'unnumbered', icon: 'hashtag', tone: 'warning', search: { 'f.NeedsNumber': 'true' } },
  { name: 'queued', icon: 'clock', tone: 'info', search: { 'f.OptimaStatus': '1' } },
  { name: 'failed', icon: 'sync', tone: 'danger', search: { 'f.OptimaStatus': '3' } },
  { name: 'uninvoiced', icon: 'file', tone: 'warning', search: { 'f.OptimaStatus': '2' } }
] as const

function Accounting(counts: OverviewData['accounting']) {
  const t = useText()
  return (
    <article className="card dash-chart">
      <h3>{t('dashboard.accounting')}</h3>
      <p className="dash-note">{t('dashboard.accounting.help')}</p>
      <Needs
        to={completed}
        needs={waiting.map(({ name, ...shown }) => ({
          ...shown,
          label: t(`dashboard.accounting.${name}`),
          count: counts[name]
        }))}
      />
    </article>
  )
}

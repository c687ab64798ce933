/** Live counters as tiles. Each opens the list of what it counts. A rare one has its tile only while something waits, so that the page stays calm. */
import { Link } from '@tanstack/react-router'
import { Failed } from '../../elements/states.tsx'
import { useIntl, useText } from '../../i18n.ts'
import type { Notification } from '../../shell/notifications.ts'
import { tilesOf, useNotifications } from '../../shell/notifications.ts'

export function Tiles() {
  const t = useText()
  const intl = useIntl()
  const { data, error, dataUpdatedAt, refetch } = useNotifications()
  const time = intl.formatTime(dataUpdatedAt, { hour: '2-digit', minute: '2-digit' })
  return (
    <section aria-labelledby="dash-live">
      <header className="dash-head">
        <h2 id="dash-live">{t('dashboard.live')}</h2>
        {data && <p className="dash-note">{t('dashboard.asOf', { time })}</p>}
      </header>
      {data ? (
        <ul className="dash-tiles">
          {tilesOf(data).map(notification => (
            <li key={notification.code}>
              <Tile {...notification} />
            </li>
          ))}
        </ul>
      ) : error ? (
        <Failed error={error} retry={refetch} />
      ) : (
        <LoadingTiles />
      )}
    </section>
  )
}

function Tile({ name, icon, tone, to, search, count }: Notification) {
  const t = useText()
  const intl = useIntl()
  return (
    <Link to={to} search={search} className="card dash-tile" data-pending={count > 0 || undefined}>
      <i className={`pi pi-${icon} dash-mark tone-${count > 0 ? tone : 'neutral'}`} aria-hidden />
      <span className="dash-name">{t(`ui.notification.${name}.title`)}</span>
      <strong className="tabular dash-number">{intl.formatNumber(count)}</strong>
      <i className="pi pi-arrow-right dash-arrow" aria-hidden />
    </Link>
  )
}

function LoadingTiles() {
  const t = useText()
  return (
    <div className="dash-tiles" role="status" aria-label={t('ui.loading')}>
      <span className="card dash-tile dash-loading" aria-hidden />
      <span className="card dash-tile dash-loading" aria-hidden />
    </div>
  )
}

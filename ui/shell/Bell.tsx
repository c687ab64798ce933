/** The bell of the back office: counts by notification type, each a link to its list. */
import { Link } from '@tanstack/react-router'
import { useText } from '../i18n.ts'
import { BellPopup, NoNews } from './BellPopup.tsx'
import { sumOf, useNotifications } from './notifications.ts'

export function Bell() {
  const t = useText()
  const { data: all, dataUpdatedAt } = useNotifications()
  const pending = (all ?? []).filter(({ count, isSilenced }) => count > 0 && !isSilenced)
  return (
    <BellPopup sum={all && sumOf(pending)} at={dataUpdatedAt}>
      {all && pending.length === 0 && <NoNews />}
      {!all && <p className="bell-none">{t('ui.bell.unknown')}</p>}
      <ul>
        {pending.map(({ code, name, icon, tone, to, search, count }) => (
          <li key={code}>
            <Link to={to} search={search as never} data-closes-popup>
              <i className={`pi pi-${icon} tone-${tone}`} aria-hidden />
              <span>{t(`ui.notification.${name}`, { count })}</span>
              <i className="pi pi-chevron-right" aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </BellPopup>
  )
}

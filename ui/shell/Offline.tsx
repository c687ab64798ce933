/** Says that the server cannot be reached, until a call reaches it again. */
import { useLost } from '../connection.ts'
import { useText } from '../i18n.ts'

export function Offline() {
  const t = useText()
  const lost = useLost()
  return (
    <div role="status">
      {lost && (
        <p className="offline">
          <i className="pi pi-wifi" aria-hidden /> {t('ui.offline')}
        </p>
      )}
    </div>
  )
}

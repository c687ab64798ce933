/** The notice that the server cannot be reached, shown until a call reaches it again. */
import { useConnectionLost } from '../connection.ts'
import { useText } from '../i18n.ts'

export function Offline() {
  const t = useText()
  const lost = useConnectionLost()
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

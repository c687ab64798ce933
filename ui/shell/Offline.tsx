/** Says that the network is gone for as long as the browser knows it. */
import { useSyncExternalStore } from 'react'
import { useText } from '../i18n.ts'

const subscribe = (listener: () => void): (() => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

export function Offline() {
  const t = useText()
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div role="status">
      {!online && (
        <p className="offline">
          <i className="pi pi-wifi" aria-hidden /> {t('ui.offline')}
        </p>
      )}
    </div>
  )
}

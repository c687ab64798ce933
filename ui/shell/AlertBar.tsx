/** Draws the alerts and keeps the two live regions. A success's clock rests while the pointer or the focus is on it. */
import { useEffect, useState } from 'react'
import type { Alert } from '../alerts.ts'
import { alerts, startLeaving, useAlerts } from '../alerts.ts'
import { useText } from '../i18n.ts'

const icons = {
  success: 'check-circle',
  info: 'info-circle',
  warning: 'exclamation-triangle',
  danger: 'exclamation-circle'
}

/** Ctrl+Z takes back what the newest success offers to take back, unless somebody is typing or a dialog is open. */
function useUndoKey(list: readonly Alert[]): void {
  const newest = list.findLast(({ tone, action }) => tone === 'success' && action)
  useEffect(() => {
    if (!newest) return
    const onKey = (event: KeyboardEvent): void => {
      const typing = (event.target as Element).closest('input, textarea, select, [contenteditable], dialog')
      if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || typing) return
      event.preventDefault()
      alerts.dismiss(newest.id)
      newest.action?.run()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [newest])
}

function AlertRow({ id, tone, text, requestId, action }: Alert) {
  const t = useText()
  const [held, setHeld] = useState(false)
  useEffect(() => (held ? undefined : startLeaving({ id, tone, action })), [id, tone, action, held])
  const act = (): void => {
    alerts.dismiss(id)
    action?.run()
  }
  return (
    <li
      className={`alert tone-${tone}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <i className={`pi pi-${icons[tone]}`} aria-hidden />
      <p>
        {text}
        {requestId && <small className="request-id">{t('ui.requestId', { id: requestId })}</small>}
      </p>
      {action && (
        <button
          type="button"
          className="button quiet"
          title={tone === 'success' ? 'Ctrl+Z' : undefined}
          aria-keyshortcuts={tone === 'success' ? 'Control+Z' : undefined}
          onClick={act}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        className="button quiet icon"
        onClick={() => alerts.dismiss(id)}
        aria-label={t('ui.dismiss')}
      >
        <i className="pi pi-times" aria-hidden />
      </button>
    </li>
  )
}

export function AlertBar() {
  const t = useText()
  const list = useAlerts()
  useUndoKey(list)
  return (
    <section className="alerts" aria-label={t('ui.alerts')}>
      <ul aria-live="polite" aria-relevant="additions">
        {list.map(alert => (
          <AlertRow key={alert.id} {...alert} />
        ))}
      </ul>
    </section>
  )
}

/** Draws the alerts in a live region. The timer of a success stops while the pointer or the focus is on it. */
import { useEffect, useState } from 'react'
import type { Alert } from '../alerts.ts'
import { alerts, startDismissTimer, useAlerts } from '../alerts.ts'
import { IconButton } from '../elements/IconButton.tsx'
import { useText } from '../i18n.ts'

const icons = {
  success: 'check-circle',
  info: 'info-circle',
  warning: 'exclamation-triangle',
  danger: 'exclamation-circle'
}

/** Ctrl+Z runs the action (undo) of the newest success, except in a field or a dialog, which have an undo of their own. */
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

function AlertRow({ id, tone, text, requestId, action, passing }: Alert) {
  const t = useText()
  const [paused, setPaused] = useState(false)
  useEffect(
    () => (paused ? undefined : startDismissTimer({ id, tone, action, passing })),
    [id, tone, action, passing, paused]
  )
  const runAction = (): void => {
    alerts.dismiss(id)
    action?.run()
  }
  return (
    <li
      className={`alert tone-${tone}`}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
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
          onClick={runAction}
        >
          {action.label}
        </button>
      )}
      <IconButton icon="times" label={t('ui.dismiss')} onClick={() => alerts.dismiss(id)} />
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

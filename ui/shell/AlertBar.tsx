/**
 * Draws the alerts in a live region, in one stack with the note that the server cannot be reached. They are at the lower left of the
 * content, so that they do not cover the panel at the side, where people type. The timer of a success message stops while the pointer or
 * the focus is on it.
 */
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Alert, AlertNext } from '../alerts.ts'
import { alerts, startDismissTimer, useAlerts } from '../alerts.ts'
import { IconButton } from '../elements/IconButton.tsx'
import { useListener } from '../elements/useListener.ts'
import { useText } from '../i18n.ts'
import { useKeys } from '../keys.ts'
import { Offline } from './Offline.tsx'

const icons = {
  success: 'check-circle',
  info: 'info-circle',
  warning: 'exclamation-triangle',
  danger: 'exclamation-circle'
}

/** Ctrl+Z runs the undo of the newest success message, except in a field or a dialog, which have their own undo. */
function useUndoKey(list: readonly Alert[]): void {
  const newest = list.findLast(({ tone, action }) => tone === 'success' && action)
  const onKey = (event: KeyboardEvent): void => {
    const typing = (event.target as Element).closest('input, textarea, select, [contenteditable], dialog')
    const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey
    if (!newest || !isUndo || typing) return
    event.preventDefault()
    alerts.dismiss(newest.id)
    newest.action?.run()
  }
  useListener('keydown', onKey, { active: newest !== undefined })
}

function AlertRow({ id, tone, text, subject, requestId, action, link, next, passing }: Alert) {
  const t = useText()
  const [paused, setPaused] = useState(false)
  useEffect(
    () => (paused ? undefined : startDismissTimer({ id, tone, action, link, next, passing })),
    [id, tone, action, link, next, passing, paused]
  )
  const { history } = useRouter()
  const leave = (to: string): void => {
    alerts.dismiss(id)
    history.push(to)
  }
  const runAction = (): void => {
    alerts.dismiss(id)
    action?.run()
  }
  return (
    <li
      className={`alert tone-${tone}`}
      data-next={next !== undefined || undefined}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <i className={`pi pi-${icons[tone]}`} aria-hidden />
      <div className="alert-body">
        <p>
          {text}
          {subject && <span className="alert-subject"> {subject}</span>}
          {requestId && <small className="request-id">{t('ui.requestId', { id: requestId })}</small>}
        </p>
        {next && <NextButton next={next} onRun={() => alerts.dismiss(id)} />}
        {link && (
          <button type="button" className="button quiet" onClick={() => leave(link.to)}>
            {link.label}
          </button>
        )}
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
      </div>
      <IconButton icon="times" label={t('ui.dismiss')} onClick={() => alerts.dismiss(id)} />
    </li>
  )
}

interface NextProps {
  readonly next: AlertNext
  readonly onRun: () => void
}

/** An element that never contains the focus. Keys that are bound within it do nothing. */
const nowhere = document.createElement('div')

/**
 * The button for the next step. Its letter also runs it, until the person goes to another page, where a command may have the
 * letter.
 */
function NextButton({ next, onRun }: NextProps) {
  const { history } = useRouter()
  const [path] = useState(history.location.pathname)
  const { key, label, keyLabel } = next
  const run = (): void => {
    onRun()
    next.run()
  }
  const within = () => (history.location.pathname === path ? null : nowhere)
  useKeys(key ? [{ keys: key, label: keyLabel, group: 'commands', run, within }] : [])
  return (
    <button
      type="button"
      className="button quiet"
      title={key && `${label} (${key.toUpperCase()})`}
      aria-keyshortcuts={key?.toUpperCase()}
      onClick={run}
    >
      {label}
    </button>
  )
}

export function AlertBar() {
  const t = useText()
  const list = useAlerts()
  useUndoKey(list)
  const path = useRouterState({ select: state => state.location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the person goes on to another page
  useEffect(() => alerts.leavePage(), [path])
  const bar = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu may have been collapsed since the previous alert
  useLayoutEffect(() => {
    const left = document.getElementById('content')?.getBoundingClientRect().left ?? 0
    bar.current?.style.setProperty('--content-left', `${left}px`)
  }, [list])
  return (
    <section ref={bar} className="alerts" aria-label={t('ui.alerts')}>
      <ul aria-live="polite" aria-relevant="additions">
        {list.map(alert => (
          <AlertRow key={alert.id} {...alert} />
        ))}
      </ul>
      <Offline />
    </section>
  )
}

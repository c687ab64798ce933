/** The line that always says what the phone keeps, whether it is being sent, and when the server last took something. */
import { photosWaiting, useOutbox } from './hooks.ts'
import { sendAll } from './outbox.ts'
import { isPersistent } from './persistence.ts'
import { useIntl, useText } from './words.ts'

export function StatusLine() {
  const text = useText()
  const intl = useIntl()
  const { events, photos, sending, noSignal, problem, sentAt } = useOutbox()
  const taps = events.filter(one => one.state === 'kept').length
  const pictures = photosWaiting(photos)
  const waiting = taps + pictures
  const isKept = isPersistent.useValue()
  const when = sentAt === undefined ? undefined : intl.formatTime(sentAt, { hour: '2-digit', minute: '2-digit' })
  const kept = waiting > 0 ? text('status.kept', { taps, photos: pictures }) : undefined
  const tone = problem ? 'bad' : noSignal ? 'away' : waiting > 0 ? 'busy' : 'good'
  const first = noSignal ? text('status.noSignal') : sending && kept ? text('status.sending') : undefined
  const rest = kept ?? (when ? text('status.allSent', { when }) : text('status.nothing'))
  return (
    <div className={`line line-${tone}`}>
      <p role="status">
        {[first, rest, kept && when && text('status.lastSent', { when })].filter(Boolean).join(' · ')}
        {kept && isKept === false && <span className="line-note">{text('status.notPersistent')}</span>}
        {problem && <span className="line-problem">{problem}</span>}
      </p>
      {waiting > 0 && !sending && (
        <button type="button" className="line-button" onClick={() => void sendAll()}>
          {text('status.sendNow')}
        </button>
      )}
    </div>
  )
}

/** What a phone shows that is not connected to a driver yet. */
import { connection } from './device.ts'
import { useText } from './words.ts'

/** Whom to call, as the server has written it into the page; undefined where nobody is named. */
const contactPhone = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name=contact]')?.dataset.phone || undefined

export function Welcome() {
  const text = useText()
  const now = connection.useValue()
  const phone = contactPhone()
  // a moment later it is known
  if (now.state === 'starting') return null
  if (now.state === 'connecting')
    return (
      <main>
        <h1>{text('device.connecting')}</h1>
      </main>
    )
  if (now.state === 'shut')
    return (
      <main>
        <h1>{text('device.shut')}</h1>
        <p>{text('device.shutText')}</p>
      </main>
    )
  return (
    <main>
      <h1>{text('device.title')}</h1>
      {now.state === 'failed' && (
        <p className="note note-bad" role="alert">
          {now.why || text('device.noSignal')}
        </p>
      )}
      <p>{text('device.text')}</p>
      {now.state === 'failed' && now.why === '' && (
        <button type="button" className="button button-main" onClick={() => location.reload()}>
          {text('device.again')}
        </button>
      )}
      {phone && (
        <a className="button" href={`tel:${phone}`}>
          {text('device.call', { phone })}
        </a>
      )}
    </main>
  )
}

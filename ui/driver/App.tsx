/** The application's frame: the line of what is kept, the screen, and what stands over it. */
import { languages } from '../../src/contract/languages.ts'
import { useScreen } from './address.ts'
import { Boundary } from './Boundary.tsx'
import { DayPage } from './DayPage.tsx'
import { shownDates } from './days.ts'
import { connection } from './device.ts'
import { forms, isForm } from './forms.tsx'
import { stopsOf, useDay, useOutbox } from './hooks.ts'
import { StatusLine } from './StatusLine.tsx'
import { StopPage } from './StopPage.tsx'
import { lastTap, undoLast } from './undo.ts'
import { takeUpdate, updateWaits } from './updates.ts'
import { Welcome } from './Welcome.tsx'
import { chooseLanguage, useLanguage, useText } from './words.ts'

function Screen() {
  const text = useText()
  const screen = useScreen()
  const date = screen.date ?? shownDates()[0]
  const kept = useDay(date)
  const box = useOutbox()
  if (screen.name === 'day') return <DayPage date={date} />
  const one = kept && stopsOf(kept, box).find(({ stop }) => stop.orderId === screen.orderId)
  if (!one)
    return (
      <main>
        <h1>{text('stop.gone')}</h1>
        <p>{text('stop.goneText')}</p>
        <a className="button button-main" href="#/">
          {text('stop.back')}
        </a>
      </main>
    )
  if (!isForm(screen.form)) return <StopPage date={date} one={one} day={kept.day} />
  const Form = forms[screen.form]
  return <Form key={`${screen.orderId}/${screen.form}`} one={one} day={kept.day} />
}

function UndoBar() {
  const text = useText()
  const last = lastTap.useValue()
  return (
    <div role="status">
      {last && (
        <div className="undo">
          <span>{text(`event.${last.type}`)}</span>
          <button type="button" className="button undo-button" onClick={() => void undoLast()}>
            {text('undo')}
          </button>
        </div>
      )}
    </div>
  )
}

function LanguageChoice() {
  const text = useText()
  const language = useLanguage()
  return (
    <label className="language">
      <span className="hidden">{text('language')}</span>
      <select value={language} onChange={event => void chooseLanguage(event.target.value as typeof language)}>
        {languages.map(one => (
          <option key={one} value={one}>
            {one.toUpperCase()}
          </option>
        ))}
      </select>
    </label>
  )
}

function Connected() {
  const text = useText()
  const now = connection.useValue()
  const newer = updateWaits.useValue()
  if (now.state !== 'connected' && now.state !== 'revoked') return <Welcome />
  return (
    <>
      {now.state === 'revoked' && (
        <p className="note note-bad" role="alert">
          {text('device.revoked')}
        </p>
      )}
      {newer && (
        <p className="note note-busy">
          {text('update.waits')}{' '}
          <button type="button" className="button button-quiet" onClick={takeUpdate}>
            {text('update.take')}
          </button>
        </p>
      )}
      <Screen />
      <UndoBar />
    </>
  )
}

export function App() {
  const now = connection.useValue()
  return (
    <Boundary>
      <header className="top">
        <span className="brand">Opony</span>
        <span className="top-name">{'device' in now ? now.device.driver : ''}</span>
        <LanguageChoice />
      </header>
      {'device' in now && <StatusLine />}
      <Connected />
    </Boundary>
  )
}

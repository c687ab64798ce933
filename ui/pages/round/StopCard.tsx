/** A stop of the round: one line, and when it is open the way to it, what was done, and a note. */
import { useId, useState } from 'react'
import type { CommandMetadata } from '../../../src/contract/command.ts'
import { useText } from '../../i18n.ts'
import { useVocabulary } from '../../metadata.ts'
import { CommandButton } from '../../parts/command/CommandButton.tsx'
import { useEntries } from '../../parts/command/entries.ts'
import { Badge, labelledMember } from '../../parts/values/formats.tsx'
import { wayLink } from '../service/round.ts'
import { useStopWords } from '../service/words.ts'
import { stopState, type WorkedStop } from './worked.ts'

interface StopCardProps {
  /** From 1. */
  readonly at: number
  readonly stop: WorkedStop
  readonly isNext: boolean
  readonly isOpen: boolean
  readonly commands: readonly CommandMetadata[]
  readonly onOpen: () => void
  readonly onDecide: (state: number, note: string) => Promise<void>
}

export function StopCard({ at, stop, isNext, isOpen, commands, onOpen, onDecide }: StopCardProps) {
  const t = useText()
  const words = useStopWords()
  const decided = labelledMember(useVocabulary('iot.stop'), stop.state, t)
  const isDecided = stop.state !== stopState.open
  return (
    <li className="card round-stop" data-next={isNext || undefined} data-decided={isDecided || undefined}>
      <button type="button" className="round-line" aria-expanded={isOpen} onClick={onOpen}>
        <span className="round-at tabular">{at}</span>
        <span className="round-name">
          <strong>{words.name(stop)}</strong>
          <span>{words.where(stop)}</span>
        </span>
        {isNext && <span className="badge tone-info">{t('round.next')}</span>}
        {isDecided && decided && <Badge tone={decided.tone}>{decided.label}</Badge>}
      </button>
      {stop.note && !isOpen && <p className="round-note">{stop.note}</p>}
      {isOpen && <OpenStop stop={stop} commands={commands} onDecide={onDecide} />}
    </li>
  )
}

type OpenStopProps = Pick<StopCardProps, 'stop' | 'commands' | 'onDecide'>

function OpenStop({ stop, commands, onDecide }: OpenStopProps) {
  const t = useText()
  const words = useStopWords()
  const way = wayLink(stop, words.name(stop), navigator.userAgent)
  const distance = stop.metresFromPrevious === null ? '' : words.kilometres(stop.metresFromPrevious)
  return (
    <div className="round-open">
      <p>
        {[words.battery(stop), words.status(stop), distance && t('service.from', { distance })]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {stop.description && <p>{stop.description}</p>}
      <div className="round-answers">
        {way && (
          <a className="button" href={way} target="_blank" rel="noreferrer">
            <i className="pi pi-directions" aria-hidden="true" />
            {t('round.navigate')}
          </a>
        )}
        <StopCommands stop={stop} commands={commands} />
      </div>
      {stop.state === stopState.open ? (
        <Decide onDecide={onDecide} />
      ) : (
        <>
          {stop.note && <p className="round-note">{stop.note}</p>}
          <button type="button" className="button" onClick={() => void onDecide(stopState.open, stop.note ?? '')}>
            <i className="pi pi-undo" aria-hidden="true" />
            {t('round.reopen')}
          </button>
        </>
      )}
    </div>
  )
}

/** What can be done with the container: its battery was changed. */
function StopCommands({ stop, commands }: Pick<OpenStopProps, 'stop' | 'commands'>) {
  const own = commands.filter(({ name }) => name === 'iot.changeBattery')
  const entries = useEntries(own, [stop])
  return entries.map(entry => <CommandButton key={entry.command.name} entry={entry} outlined />)
}

function Decide({ onDecide }: Pick<OpenStopProps, 'onDecide'>) {
  const t = useText()
  const id = useId()
  const [note, setNote] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [isSending, setSending] = useState(false)
  const decide = async (state: number): Promise<void> => {
    if (state === stopState.notPossible && note.trim() === '') {
      setMissing(true)
      document.getElementById(id)?.focus()
      return
    }
    setSending(true)
    await onDecide(state, note.trim())
    setSending(false)
  }
  return (
    <div className="round-decide">
      <label htmlFor={id}>{t('iot.round.note')}</label>
      <textarea
        id={id}
        className="input"
        rows={2}
        maxLength={500}
        value={note}
        aria-invalid={isMissing}
        aria-describedby={isMissing ? `${id}-error` : undefined}
        onChange={event => {
          setNote(event.target.value)
          setMissing(false)
        }}
      />
      {isMissing && (
        <p id={`${id}-error`} className="parts-fault" role="alert">
          {t('iot.round.noteMissing')}
        </p>
      )}
      <div className="round-answers">
        <button
          type="button"
          className="button"
          disabled={isSending}
          onClick={() => void decide(stopState.notPossible)}
        >
          {t('round.notPossible')}
        </button>
        <button
          type="button"
          className="button primary"
          disabled={isSending}
          onClick={() => void decide(stopState.done)}
        >
          <i className="pi pi-check" aria-hidden="true" />
          {t('round.done')}
        </button>
      </div>
    </div>
  )
}

/** A stop: where it is, what is to be collected, and the large buttons that say what was done. */
import { useEffect, useState } from 'react'
import type { DriverDay, PhotoKind } from '../../modules/driver/contract.ts'
import type { Language } from '../../src/contract/languages.ts'
import { isReceivingDay, receivingText } from '../../src/contract/receiving.ts'
import { smallerPhoto } from '../parts/form/photo.ts'
import { dayHref, stopHref } from './address.ts'
import { noteSeen } from './days.ts'
import { openCard } from './documents.ts'
import type { FormName } from './forms.tsx'
import type { Stop } from './hooks.ts'
import { tell, tellPhoto } from './outbox.ts'
import { amountOf, Outcome } from './parts.tsx'
import { askPosition } from './position.ts'
import { Told } from './Told.tsx'
import { noteTold } from './undo.ts'
import { useIntl, useText } from './words.ts'

/** The phone's own navigation opens this address, or the browser where it has none. */
const navigationTo = ({ address, latitude, longitude }: Stop['stop']['place']): string => {
  const target = latitude === null || longitude === null ? address : `${latitude},${longitude}`
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(target)}`
}

function Facts({ stop, vehicle, date }: { stop: Stop['stop']; vehicle: string; date: string }) {
  const text = useText()
  const intl = useIntl()
  const [problem, setProblem] = useState<string>()
  const { place, cash, clientNote, notes, cards } = stop
  const hours = place.receiving && receivingText(intl.locale as Language, place.receiving)
  const isClosed = place.receiving !== undefined && !isReceivingDay(place.receiving, date)
  return (
    <>
      <p className="lead">{place.address}</p>
      {hours && (
        <p className={isClosed ? 'note note-bad' : 'note'}>
          {text(isClosed ? 'stop.closedDay' : 'stop.receiving', { hours })}
        </p>
      )}
      <div className="ways">
        <a className="button button-main" href={navigationTo(place)} target="_blank" rel="noreferrer">
          {text('stop.navigate')}
        </a>
        {place.phone && (
          <a className="button" href={`tel:${place.phone}`}>
            {text('stop.call')}
          </a>
        )}
      </div>
      <dl className="facts">
        <dt>{text('stop.what')}</dt>
        <dd>
          {amountOf(text, stop.quantity, stop.unit)} · {stop.item}
        </dd>
        {cash && (
          <>
            <dt>{text('stop.cash')}</dt>
            <dd>
              {text(cash.perTonne ? 'stop.cashPerTonne' : 'stop.cashAmount', {
                amount: intl.formatNumber(cash.amount, { style: 'currency', currency: 'PLN' })
              })}
            </dd>
          </>
        )}
        {clientNote && (
          <>
            <dt>{text('stop.clientNote')}</dt>
            <dd>{clientNote}</dd>
          </>
        )}
        {notes.map(note => (
          <div key={note.at + note.text} className="fact-note">
            <dt>{text(note.internal ? 'stop.officeNote' : 'stop.note')}</dt>
            <dd>{note.text}</dd>
          </div>
        ))}
        {(stop.kpo || cards.length > 0) && (
          <>
            <dt>{text('stop.card')}</dt>
            <dd>
              {stop.kpo}
              {cards.map(card =>
                card.pdf ? (
                  <button
                    key={card.id}
                    type="button"
                    className="button button-quiet"
                    onClick={() =>
                      openCard(card.pdf ?? '').then(
                        found => setProblem(found ? undefined : text('stop.cardAway')),
                        () => setProblem(text('stop.cardAway'))
                      )
                    }
                  >
                    {text('stop.openCard', { number: card.number ?? '' })}
                  </button>
                ) : (
                  <span key={card.id}>{card.number}</span>
                )
              )}
              {problem && (
                <span className="note note-bad" role="alert">
                  {problem}
                </span>
              )}
            </dd>
          </>
        )}
        <dt>{text('stop.order')}</dt>
        <dd>
          {stop.number} · {vehicle}
        </dd>
      </dl>
    </>
  )
}

const photoKinds: readonly PhotoKind[] = ['before', 'after', 'papers']

function PhotoButton({ one, kind, onProblem }: { one: Stop; kind: PhotoKind; onProblem: (text?: string) => void }) {
  const text = useText()
  const [busy, setBusy] = useState(false)
  const count = one.told.photos.filter(photo => photo.kind === kind).length
  const take = async (input: HTMLInputElement): Promise<void> => {
    const [file] = input.files ?? []
    input.value = ''
    if (!file) return
    setBusy(true)
    try {
      const photo = await smallerPhoto(file)
      // a file that is no picture stays as it is
      if (photo.type === 'image/jpeg') {
        noteTold(one.stop.orderId, 'photo', await tellPhoto(one.stop.orderId, kind, photo))
        onProblem()
      } else onProblem(text('photo.none'))
    } catch {
      onProblem(text('form.notKept'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <label className="button photo" aria-busy={busy}>
      <input
        type="file"
        accept="image/*"
        capture="environment"
        disabled={busy}
        onChange={event => void take(event.target)}
      />
      {text(`photo.${kind}`)}
      {count > 0 && <span className="count">{count}</span>}
    </label>
  )
}

function Actions({ date, one, day }: { date: string; one: Stop; day: DriverDay }) {
  const text = useText()
  const [problem, setProblem] = useState<string>()
  const { stop, told } = one
  const arrive = (): void => {
    tell(stop.orderId, 'arrived', {}).then(
      id => {
        setProblem(undefined)
        noteTold(stop.orderId, 'arrived', id)
      },
      () => setProblem(text('form.notKept'))
    )
  }
  const link = (form: FormName, isMain = false, isDone = false) => (
    <a className={`button ${isMain ? 'button-main' : ''}`} href={stopHref(date, stop.orderId, form)}>
      {text(`action.${form}`)}
      {isDone && <span className="count">✓</span>}
    </a>
  )
  const isOpen = told.outcome === 'waiting' || told.outcome === 'arrived'
  return (
    <section aria-label={text('stop.done')}>
      {told.outcome === 'waiting' && (
        <button type="button" className="button button-main button-wide" onClick={arrive}>
          {text('action.arrived')}
        </button>
      )}
      <div className="actions">
        {link('loaded', told.outcome === 'arrived', told.quantity !== null)}
        {link('weighed', false, told.kilograms !== null)}
        {link('signed', false, told.signature !== null)}
        {link('card', false, told.kpo !== null)}
        {day.stores.length > 0 && link('unloaded', false, told.unloadedStoreId !== null)}
        {(isOpen || told.outcome === 'failed') && link('failed', false, told.outcome === 'failed')}
      </div>
      <h2>{text('photo.title')}</h2>
      <div className="actions photos">
        {photoKinds.map(kind => (
          <PhotoButton key={kind} one={one} kind={kind} onProblem={setProblem} />
        ))}
      </div>
      {problem && (
        <p className="note note-bad" role="alert">
          {problem}
        </p>
      )}
    </section>
  )
}

export function StopPage({ date, one, day }: { date: string; one: Stop; day: DriverDay }) {
  const text = useText()
  const { stop, told } = one
  useEffect(() => {
    void noteSeen(date, stop.orderId)
    askPosition()
  }, [date, stop.orderId])
  return (
    <main>
      <a className="back" href={dayHref(date)}>
        ‹ {text('stop.back')}
      </a>
      <h1>
        {stop.sequence}. {stop.client}
      </h1>
      <p className="chips">
        <Outcome stop={stop} told={told} />
        {stop.urgent && <span className="chip chip-bad">{text('stop.urgent')}</span>}
        {stop.wishedPart !== null && <span className="chip">{text(`stop.part.${stop.wishedPart}`)}</span>}
      </p>
      <Facts stop={stop} vehicle={one.vehicle} date={date} />
      <Actions date={date} one={one} day={day} />
      <Told one={one} day={day} />
    </main>
  )
}

/** The forms of a stop. Each makes one tap; what was typed is checked here, so that the server has nothing to refuse. */
import { useState } from 'react'
import type { DriverDay, EventData, EventType } from '../../modules/driver/contract.ts'
import { leaveForm } from './address.ts'
import type { Stop } from './hooks.ts'
import { tell } from './outbox.ts'
import { FormPage, NumberField, numberIn } from './parts.tsx'
import { SignaturePad } from './SignaturePad.tsx'
import { noteTold } from './undo.ts'
import { useText } from './words.ts'

interface FormProps {
  readonly one: Stop
  readonly day: DriverDay
}

/** Keeps what a form says and leaves it. A phone that keeps nothing says so, and the form stays. */
function useTell(one: Stop) {
  const text = useText()
  const [problem, setProblem] = useState<string>()
  const send = async <T extends EventType>(type: T, data: EventData[T]): Promise<void> => {
    try {
      noteTold(one.stop.orderId, type, await tell(one.stop.orderId, type, data))
      leaveForm()
    } catch {
      setProblem(text('form.notKept'))
    }
  }
  return { problem, refuse: (key: string) => setProblem(text(key)), send }
}

const aboutOf = ({ stop }: Stop): string => `${stop.client}, ${stop.place.address}`

function Loaded({ one, day }: FormProps) {
  const text = useText()
  const { problem, refuse, send } = useTell(one)
  const { unit, quantity } = one.stop
  const [amount, setAmount] = useState(String(one.told.quantity ?? quantity).replace('.', ','))
  const [counts, setCounts] = useState<Readonly<Record<string, string>>>({})
  const submit = (): void => {
    const typed = numberIn(amount)
    if (typed === undefined || typed <= 0 || typed > 100_000) {
      refuse('loaded.wrong')
      return
    }
    const filled = Object.entries(counts).filter(([, value]) => value.trim() !== '')
    const tyres = filled.map(([kind, value]) => [kind, numberIn(value)] as const)
    if (tyres.some(([, count]) => count === undefined || !Number.isInteger(count))) {
      refuse('loaded.wrongCount')
      return
    }
    const data = { quantity: Math.round(typed * 100) / 100 }
    void send('loaded', tyres.length > 0 ? { ...data, tyres: Object.fromEntries(tyres) } : data)
  }
  return (
    <FormPage
      title={text('loaded.title')}
      about={aboutOf(one)}
      submit={text('loaded.submit')}
      problem={problem}
      onSubmit={submit}
    >
      <NumberField label={text(`loaded.amount.${unit}`)} value={amount} decimals onChange={setAmount} />
      <fieldset className="counts">
        <legend>{text('loaded.tyres')}</legend>
        {day.tyreKinds.map(kind => (
          <NumberField
            key={kind}
            label={text(`tyre.${kind}`)}
            value={counts[kind] ?? ''}
            onChange={value => setCounts({ ...counts, [kind]: value })}
          />
        ))}
      </fieldset>
    </FormPage>
  )
}

function Weighed({ one }: FormProps) {
  const text = useText()
  const { problem, refuse, send } = useTell(one)
  const [mass, setMass] = useState(one.told.kilograms === null ? '' : String(one.told.kilograms))
  const submit = (): void => {
    const kilograms = numberIn(mass)
    if (!kilograms || !Number.isInteger(kilograms) || kilograms > 100_000) {
      refuse('weighed.wrong')
      return
    }
    void send('weighed', { kilograms })
  }
  return (
    <FormPage
      title={text('weighed.title')}
      about={aboutOf(one)}
      submit={text('form.keep')}
      problem={problem}
      onSubmit={submit}
    >
      <NumberField label={text('weighed.kilograms')} value={mass} onChange={setMass} />
    </FormPage>
  )
}

function Signed({ one, day }: FormProps) {
  const text = useText()
  const { problem, refuse, send } = useTell(one)
  const [name, setName] = useState('')
  const [path, setPath] = useState('')
  const [turn, setTurn] = useState(0)
  const submit = (): void => {
    if (name.trim() === '') {
      refuse('signed.noName')
      return
    }
    if (path === '') {
      refuse('signed.empty')
      return
    }
    if (path.length > day.limits.signature) {
      refuse('signed.tooLong')
      return
    }
    void send('signed', { name: name.trim(), path })
  }
  const clear = (): void => {
    setPath('')
    setTurn(turn + 1)
  }
  return (
    <FormPage
      title={text('signed.title')}
      about={aboutOf(one)}
      submit={text('form.keep')}
      problem={problem}
      onSubmit={submit}
    >
      <label className="field">
        {text('signed.name')}
        <input
          type="text"
          autoComplete="off"
          maxLength={100}
          value={name}
          onChange={event => setName(event.target.value)}
        />
      </label>
      <SignaturePad key={turn} label={text('signed.pad')} onChange={setPath} />
      <button type="button" className="button button-quiet" onClick={clear}>
        {text('signed.again')}
      </button>
    </FormPage>
  )
}

function Card({ one }: FormProps) {
  const text = useText()
  const { problem, refuse, send } = useTell(one)
  const [number, setNumber] = useState(one.told.kpo ?? one.stop.kpo ?? '')
  const submit = (): void => {
    if (number.trim() === '') {
      refuse('card.empty')
      return
    }
    void send('card', { number: number.trim() })
  }
  return (
    <FormPage
      title={text('card.title')}
      about={aboutOf(one)}
      submit={text('form.keep')}
      problem={problem}
      onSubmit={submit}
    >
      <label className="field">
        {text('card.number')}
        <input
          type="text"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={50}
          value={number}
          onChange={event => setNumber(event.target.value)}
        />
      </label>
    </FormPage>
  )
}

function Failed({ one, day }: FormProps) {
  const text = useText()
  const { problem, refuse, send } = useTell(one)
  const [reason, setReason] = useState<DriverDay['reasons'][number]>()
  const [note, setNote] = useState('')
  const submit = (): void => {
    if (!reason) {
      refuse('failed.noReason')
      return
    }
    void send('failed', note.trim() ? { reason, note: note.trim() } : { reason })
  }
  return (
    <FormPage
      title={text('failed.title')}
      about={aboutOf(one)}
      submit={text('failed.submit')}
      problem={problem}
      onSubmit={submit}
    >
      <fieldset className="choices">
        <legend>{text('failed.reason')}</legend>
        {day.reasons.map(name => (
          <label key={name} className="choice">
            <input type="radio" name="reason" checked={reason === name} onChange={() => setReason(name)} />
            {text(`reason.${name}`)}
          </label>
        ))}
      </fieldset>
      <label className="field">
        {text('failed.note')}
        <textarea rows={3} maxLength={500} value={note} onChange={event => setNote(event.target.value)} />
      </label>
    </FormPage>
  )
}

function Unloaded({ one, day }: FormProps) {
  const text = useText()
  const { problem, refuse, send } = useTell(one)
  const [storeId, setStoreId] = useState(one.told.unloadedStoreId ?? undefined)
  const submit = (): void => {
    if (!storeId) {
      refuse('unloaded.noStore')
      return
    }
    void send('unloaded', { storeId })
  }
  return (
    <FormPage
      title={text('unloaded.title')}
      about={aboutOf(one)}
      submit={text('form.keep')}
      problem={problem}
      onSubmit={submit}
    >
      <fieldset className="choices">
        <legend>{text('unloaded.store')}</legend>
        {day.stores.map(({ id, name }) => (
          <label key={id} className="choice">
            <input type="radio" name="store" checked={storeId === id} onChange={() => setStoreId(id)} />
            {name}
          </label>
        ))}
      </fieldset>
    </FormPage>
  )
}

export const forms = {
  loaded: Loaded,
  weighed: Weighed,
  signed: Signed,
  card: Card,
  failed: Failed,
  unloaded: Unloaded
} as const
export type FormName = keyof typeof forms
export const isForm = (name: string | undefined): name is FormName => name !== undefined && Object.hasOwn(forms, name)

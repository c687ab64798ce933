/**
 * The comments of an item, the newest last, with a box below them to write one. A comment being written is kept as a draft
 * under one idempotency key. It is sent without the row's version, because it overwrites nothing.
 */
import type { FormEvent, KeyboardEvent } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import type { CommandMetadata } from '../../../src/contract/command.ts'
import type { FieldMetadata, FormMetadata } from '../../../src/contract/form.ts'
import { schemaOfField } from '../../../src/contract/form.ts'
import type { TabMetadata } from '../../../src/contract/list.ts'
import type { Row } from '../../../src/contract/row.ts'
import { newKey } from '../../api.ts'
import { outcomeOf } from '../../attempt.ts'
import { Empty } from '../../elements/states.tsx'
import { useText } from '../../i18n.ts'
import { availability } from '../command/commandState.ts'
import type { Draft } from '../command/drafts.ts'
import { deleteDraft, loadDraft, saveDraft } from '../command/drafts.ts'
import { refusalFrom } from '../command/refusals.ts'
import { useRunner } from '../command/runner.ts'
import { Either } from '../form/Either.tsx'
import { sentencesOf, startValue } from '../form/formValues.ts'
import type { Person } from './Byline.tsx'
import { Byline } from './Byline.tsx'
import './comments.css'

export interface Comment {
  readonly id: number
  readonly content: string
  readonly createdAt: string
  readonly user: Person | string | null
  /** Whether it was written by a client; absent if that is not known. */
  readonly byClient?: boolean
  /** An internal comment, which the server never sends to clients. */
  readonly internal?: boolean
}

type CommandWithForm = CommandMetadata & { readonly form: FormMetadata }

const textFieldOf = ({ fields }: FormMetadata): FieldMetadata | undefined => fields.find(({ answers }) => !answers)
const questionOf = ({ fields }: FormMetadata): FieldMetadata | undefined => fields.find(({ answers }) => answers)

/**
 * The command that writes a comment: the one of a comments tab whose form has a text and at most one question. It is drawn as the box
 * below the comments instead of as a button.
 */
export function composerOf({ kind, commands }: TabMetadata): CommandWithForm | undefined {
  if (kind !== 'comments') return undefined
  return commands.find(({ action, form }) => {
    if (action.kind !== 'call' || !form) return false
    return form.fields.length === 1 + (questionOf(form) ? 1 : 0)
  }) as CommandWithForm | undefined
}

interface CommentsProps {
  readonly comments: readonly Comment[]
  readonly command: CommandWithForm | undefined
  readonly row: Row | undefined
}

const byTime = (a: Comment, b: Comment): number => a.createdAt.localeCompare(b.createdAt) || a.id - b.id

export function Comments({ comments, command, row }: CommentsProps) {
  const t = useText()
  const root = useRef<HTMLDivElement>(null)
  const count = comments.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the end for each new comment
  useEffect(() => {
    const tab = root.current?.closest('[role=tabpanel]')
    if (tab) tab.scrollTop = tab.scrollHeight
  }, [count])
  return (
    <div ref={root} className="parts-comments">
      {count === 0 && <Empty title={t('parts.comment.none')} />}
      <ol>
        {comments.toSorted(byTime).map(({ id, content, createdAt, user, byClient, internal }) => (
          <li key={id} data-internal={internal || undefined} data-client={byClient || undefined}>
            <Byline at={createdAt} who={user} />
            {byClient !== undefined && (
              <small className="parts-comment-kind">
                {internal && <i className="pi pi-lock" aria-hidden="true" />}
                {t(internal ? 'parts.comment.internal' : byClient ? 'parts.comment.client' : 'parts.comment.staff')}
              </small>
            )}
            <p>{content}</p>
          </li>
        ))}
      </ol>
      {command && row && <Composer key={row.id} command={command} row={row} />}
    </div>
  )
}

interface ComposerProps {
  readonly command: CommandWithForm
  readonly row: Row
}

function Composer({ command, row }: ComposerProps) {
  const t = useText()
  const id = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  const { text, answer, busy, errors, write, choose, send } = useComment(command, row)
  const [field, question] = [textFieldOf(command.form), questionOf(command.form)]
  const { shown, refusal } = availability({ ...command, selection: 'one' }, [row])
  if (!field || !shown) return null
  const disabledReason = refusal && t(refusal.reason)

  const submit = (): void => {
    box.current?.focus()
    if (!disabledReason) void send()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    submit()
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    submit()
  }
  return (
    <form className="parts-composer" data-internal={answer || undefined} aria-busy={busy} onSubmit={onSubmit}>
      {question?.answers && (
        <Either
          name={`${id}-question`}
          label={t(question.label)}
          answers={question.answers}
          value={answer}
          disabled={busy || disabledReason !== undefined}
          onChange={choose}
        />
      )}
      <label htmlFor={id} className={question ? 'visually-hidden' : undefined}>
        {t(field.label)}
      </label>
      <textarea
        ref={box}
        id={id}
        className="input"
        rows={2}
        value={text}
        maxLength={schemaOfField(command.form, field)?.maxLength}
        readOnly={busy || disabledReason !== undefined}
        aria-describedby={`${id}-help`}
        aria-invalid={errors.length > 0 || undefined}
        onChange={event => write(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="parts-composer-end">
        <small id={`${id}-help`} data-keys={!disabledReason || undefined}>
          {disabledReason ?? t('parts.comment.keys')}
        </small>
        <button
          type="submit"
          className="button primary"
          aria-disabled={busy || disabledReason !== undefined || text.trim() === ''}
          aria-describedby={disabledReason && `${id}-help`}
        >
          <i className={`pi pi-${busy ? 'spinner parts-spin' : 'send'}`} aria-hidden="true" />
          {t(`${command.name}.label`)}
        </button>
      </div>
      <div role="alert">
        {errors.map(sentence => (
          <p key={sentence} className="parts-fault">
            <i className="pi pi-exclamation-circle" aria-hidden="true" />
            {sentence}
          </p>
        ))}
      </div>
    </form>
  )
}

/** The comment being written: its text and the answer to the form's question, stored as a draft, and a function to send it. */
function useComment(command: CommandWithForm, row: Row) {
  const { name, form } = command
  const t = useText()
  const runner = useRunner()
  const ids = [row.id]
  const field = textFieldOf(form)?.name ?? ''
  const asked = questionOf(form)
  const question = asked?.name
  const [draft, setDraft] = useState<Draft>(() => loadDraft(name, ids))
  const [busy, setBusy] = useState(false)
  /** Set at once, so that two taps in one moment send once. */
  const underWay = useRef(false)
  const [errors, setErrors] = useState<readonly string[]>([])
  const text = String(draft.values?.[field] ?? '')
  const answer = asked !== undefined && (draft.values?.[asked.name] ?? startValue(form, asked, row)) === true

  const change = (next: Readonly<Record<string, unknown>>): void => {
    // the answer that the text was begun with stays: a client's comment that comes meanwhile must not open a note to the client
    const begun = question === undefined ? {} : { [question]: answer }
    const changed = { ...draft, values: { ...begun, ...draft.values, ...next } }
    setDraft(changed)
    setErrors([])
    if (changed.values[field]) saveDraft(name, ids, form, changed)
    else deleteDraft(name, ids)
  }
  const send = async (): Promise<void> => {
    const content = text.trim()
    if (content === '' || underWay.current) return
    underWay.current = true
    setBusy(true)
    const { version: _, ...unversioned } = row
    const body = { [field]: content, ...(question ? { [question]: answer } : {}) }
    const outcome = await outcomeOf(runner.submit({ command, rows: [unversioned as Row] }, body, draft.key))
    underWay.current = false
    setBusy(false)
    if (outcome.ok) {
      deleteDraft(name, ids)
      setDraft({ key: newKey() })
    }
    setErrors(outcome.ok ? [] : sentencesOf(refusalFrom(command, form, outcome.error, t)))
  }
  return {
    text,
    answer,
    busy,
    errors,
    write: (next: string): void => change({ [field]: next }),
    choose: (next: boolean): void => (question ? change({ [question]: next }) : undefined),
    send
  }
}

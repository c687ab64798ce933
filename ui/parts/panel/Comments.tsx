/**
 * The comments of an item, the newest last, with a box below them to write one. A comment being written is kept as a draft
 * under one idempotency key. It is sent without the row's version, because it overwrites nothing.
 */
import type { FormEvent, KeyboardEvent } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import type { CommandMetadata } from '../../../src/contract/command.ts'
import type { FormMetadata } from '../../../src/contract/form.ts'
import { schemaOfField } from '../../../src/contract/form.ts'
import type { TabMetadata } from '../../../src/contract/panel.ts'
import { newKey } from '../../api.ts'
import { Empty } from '../../elements/states.tsx'
import { useText } from '../../i18n.ts'
import { availability } from '../command/commandState.ts'
import type { Draft } from '../command/drafts.ts'
import { deleteDraft, loadDraft, saveDraft } from '../command/drafts.ts'
import { refusalFrom } from '../command/refusals.ts'
import { useRunner } from '../command/runner.ts'
import { sentencesOf } from '../form/formValues.ts'
import type { Row } from '../list/useRows.ts'
import type { Person } from './Byline.tsx'
import { Byline } from './Byline.tsx'
import './comments.css'

export interface Comment {
  readonly id: number
  readonly content: string
  readonly createdAt: string
  readonly user: Person | string | null
}

type CommandWithForm = CommandMetadata & { readonly form: FormMetadata }

/** The command of a comments tab that has a form of one text: it becomes the box, and is no button of the tab. */
export function composerOf({ kind, commands }: TabMetadata): CommandWithForm | undefined {
  if (kind !== 'comments') return undefined
  return commands.find(
    (command): command is CommandWithForm => command.action.kind === 'call' && command.form?.fields.length === 1
  )
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new comment is scrolled into view
  useEffect(() => {
    const tab = root.current?.closest('[role=tabpanel]')
    if (tab) tab.scrollTop = tab.scrollHeight
  }, [count])
  return (
    <div ref={root} className="parts-comments">
      {count === 0 && <Empty title={t('parts.comment.none')} />}
      <ol>
        {comments.toSorted(byTime).map(({ id, content, createdAt, user }) => (
          <li key={id}>
            <Byline at={createdAt} who={user} />
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
  const { text, busy, errors, write, send } = useComment(command, row)
  const [field] = command.form.fields
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
    <form className="parts-composer" aria-busy={busy} onSubmit={onSubmit}>
      <label htmlFor={id}>{t(field.label)}</label>
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
      <div>
        <small id={`${id}-help`}>{disabledReason ?? t('parts.comment.keys')}</small>
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

/** The comment being written: its text, stored as a draft, and how to send it. */
function useComment(command: CommandWithForm, row: Row) {
  const { name, form } = command
  const t = useText()
  const runner = useRunner()
  const ids = [row.id]
  const field = form.fields[0]?.name ?? ''
  const [draft, setDraft] = useState<Draft>(() => loadDraft(name, ids))
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<readonly string[]>([])
  const text = String(draft.values?.[field] ?? '')

  const write = (next: string): void => {
    const changed = { ...draft, values: { [field]: next } }
    setDraft(changed)
    setErrors([])
    if (next) saveDraft(name, ids, form, changed)
    else deleteDraft(name, ids)
  }
  const send = async (): Promise<void> => {
    const content = text.trim()
    if (content === '' || busy) return
    setBusy(true)
    try {
      const { version: _, ...unversioned } = row
      await runner.submit({ command, rows: [unversioned as Row] }, { [field]: content }, draft.key)
      deleteDraft(name, ids)
      setDraft({ key: newKey() })
      setErrors([])
    } catch (error) {
      setErrors(sentencesOf(refusalFrom(command, form, error, t)))
    } finally {
      setBusy(false)
    }
  }
  return { text, busy, errors, write, send }
}

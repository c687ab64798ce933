/**
 * What was said of a thing, as a conversation: the newest last, and under it the box to say more. Half a comment is kept
 * as a draft under its key; it overwrites nothing, so it is sent without the version that was seen.
 */
import type { FormEvent, KeyboardEvent } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import type { CommandMetadata } from '../../../src/contract/command.ts'
import { refusalKey } from '../../../src/contract/command.ts'
import type { FormMetadata } from '../../../src/contract/form.ts'
import { schemaOfField } from '../../../src/contract/form.ts'
import type { TabMetadata } from '../../../src/contract/panel.ts'
import { newKey } from '../../api.ts'
import { Empty } from '../../elements/states.tsx'
import { useText } from '../../i18n.ts'
import { availability } from '../command/commandState.ts'
import type { Draft } from '../command/drafts.ts'
import { draftOf, dropDraft, keepDraft } from '../command/drafts.ts'
import { refusalFrom } from '../command/refusals.ts'
import { useRunner } from '../command/runner.ts'
import type { Row } from '../list/useRows.ts'
import type { Person } from './Byline.tsx'
import { Signed } from './Byline.tsx'
import './comments.css'

export interface Comment {
  readonly id: number
  readonly content: string
  readonly createdAt: string
  readonly user: Person | string | null
}

type Composing = CommandMetadata & { readonly form: FormMetadata }

/** The command of a tab of comments that asks one text: it stands under them as a box, and not among the buttons. */
export function composerOf({ kind, commands }: TabMetadata): Composing | undefined {
  if (kind !== 'comments') return undefined
  const composing = ({ action, form }: CommandMetadata): boolean => action.kind === 'call' && form?.fields.length === 1
  return commands.find((command): command is Composing => composing(command))
}

interface CommentsProps {
  readonly comments: readonly Comment[]
  readonly command: Composing | undefined
  readonly row: Row | undefined
}

const byTime = (a: Comment, b: Comment): number => a.createdAt.localeCompare(b.createdAt) || a.id - b.id

export function Comments({ comments, command, row }: CommentsProps) {
  const t = useText()
  const talk = useRef<HTMLDivElement>(null)
  const count = comments.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new comment is brought into sight
  useEffect(() => {
    const tab = talk.current?.closest('[role=tabpanel]')
    if (tab) tab.scrollTop = tab.scrollHeight
  }, [count])
  return (
    <div ref={talk} className="parts-talk">
      {count === 0 && <Empty title={t('parts.comment.none')} />}
      <ol className="parts-comments">
        {comments.toSorted(byTime).map(({ id, content, createdAt, user }) => (
          <li key={id}>
            <Signed at={createdAt} who={user} />
            <p>{content}</p>
          </li>
        ))}
      </ol>
      {command && row && <Composer key={row.id} command={command} row={row} />}
    </div>
  )
}

function Composer({ command, row }: { readonly command: Composing; readonly row: Row }) {
  const t = useText()
  const id = useId()
  const runner = useRunner()
  const { name, form } = command
  const [field] = form.fields
  const ids = [row.id]
  const [draft, setDraft] = useState<Draft>(() => draftOf(name, ids))
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<readonly string[]>([])
  const box = useRef<HTMLTextAreaElement>(null)
  if (!field) return null
  const text = String(draft.values?.[field.name] ?? '')
  const { shown, refusal } = availability({ ...command, selection: 'one' }, [row])
  const why = refusal && t(refusalKey(command, refusal.field))
  if (!shown) return null

  const write = (next: string): void => {
    const kept = { ...draft, values: { [field.name]: next } }
    setDraft(kept)
    setRefused([])
    if (next) keepDraft(name, ids, form, kept)
    else dropDraft(name, ids)
  }
  const send = async (): Promise<void> => {
    const said = text.trim()
    box.current?.focus()
    if (said === '' || busy || why) return
    setBusy(true)
    try {
      const { version: _, ...unversioned } = row
      await runner.submit({ command, rows: [unversioned as Row] }, { [field.name]: said }, draft.key)
      dropDraft(name, ids)
      setDraft({ key: newKey() })
      setRefused([])
    } catch (error) {
      const { fields, general } = refusalFrom(command, form, error, t)
      setRefused([...general, ...fields.map(([, sentence]) => sentence)])
    } finally {
      setBusy(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void send()
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    void send()
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
        maxLength={schemaOfField(form, field)?.maxLength}
        readOnly={busy || why !== undefined}
        aria-describedby={`${id}-says`}
        aria-invalid={refused.length > 0 || undefined}
        onChange={event => write(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div>
        <small id={`${id}-says`}>{why ?? t('parts.comment.keys')}</small>
        <button
          type="submit"
          className="button primary"
          aria-disabled={busy || why !== undefined || text.trim() === ''}
          aria-describedby={why && `${id}-says`}
        >
          <i className={`pi pi-${busy ? 'spinner parts-spin' : 'send'}`} aria-hidden="true" />
          {t(`${name}.label`)}
        </button>
      </div>
      <div role="alert">
        {refused.map(sentence => (
          <p key={sentence} className="parts-fault">
            <i className="pi pi-exclamation-circle" aria-hidden="true" />
            {sentence}
          </p>
        ))}
      </div>
    </form>
  )
}

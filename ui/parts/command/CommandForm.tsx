/**
 * The form of a command, in a dialog. What is typed is kept as a draft under one idempotency key until it is sent or
 * given up: a reload, a lost network or a second tap cannot double or lose it. When somebody else was faster, the person
 * is told who changed what, and nothing typed is lost.
 */
import { useQuery } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useCallback, useRef, useState } from 'react'
import type { FormMetadata } from '../../../src/contract/form.ts'
import { ApiProblem, get, newKey } from '../../api.ts'
import { Modal } from '../../elements/Modal.tsx'
import { Failed, Skeleton } from '../../elements/states.tsx'
import { useText } from '../../i18n.ts'
import { useVocabularies } from '../../metadata.ts'
import type { Refusal, Values } from '../form/formValues.ts'
import { SchemaForm } from '../form/SchemaForm.tsx'
import { StaleDialog } from './CommandDialogs.tsx'
import type { CommandHost, Run, Sent } from './commandState.ts'
import { filledPath } from './commandState.ts'
import type { Draft } from './drafts.ts'
import { draftOf, dropDraft, keepDraft } from './drafts.ts'
import { refusalFrom } from './refusals.ts'

interface CommandFormProps {
  readonly run: Run
  readonly form: FormMetadata
  readonly host: CommandHost
  readonly send: (body: Record<string, unknown>, key: string, version: number | undefined) => Promise<Sent>
  readonly onSent: (sent: Sent) => void
  readonly onClose: () => void
}

type Source = Values & { readonly version?: number }

export function CommandForm({ run, form, host, send, onSent, onClose }: CommandFormProps) {
  const t = useText()
  const { command, rows } = run
  const vocabularies = useVocabularies()
  const ids = rows.map(({ id }) => id)
  const [row] = rows
  const load = form.load && filledPath(form.load, row)
  const loaded = useQuery({
    queryKey: [host.resourceType, row?.id, 'form', load],
    queryFn: async () => (await get<{ data: Source }>(load ?? '')).data,
    enabled: load !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0
  })
  const [draft, setDraft] = useState<Draft>(() => draftOf(command.name, ids))
  const [restored, setRestored] = useState(draft.values !== undefined)
  const [dirty, setDirty] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const [stale, setStale] = useState<ApiProblem>()
  const [edition, setEdition] = useState(0)
  const kept = useRef(draft)
  const [present, setPresent] = useState<Source>()
  const source: Source | undefined = load ? loaded.data : rows.length === 1 ? (present ?? row) : undefined
  const seen = source?.version ?? row?.version
  const closing = useRef(false)
  // the questions before a file are asked again at no cost
  const precious = dirty && command.action.kind === 'call'

  const blocker = useBlocker({
    shouldBlockFn: () => precious && !closing.current,
    enableBeforeUnload: () => precious && !closing.current,
    withResolver: true
  })
  const onChange = useCallback(
    (values: Values, changed: boolean) => {
      setDirty(changed)
      kept.current = { ...kept.current, values, version: kept.current.version ?? seen }
      const own = rows.map(({ id }) => id)
      if (changed) keepDraft(command.name, own, form, kept.current)
      else dropDraft(command.name, own)
    },
    [command.name, rows, form, seen]
  )
  const drop = (): void => {
    closing.current = true
    dropDraft(command.name, ids)
  }
  const restart = (): void => {
    dropDraft(command.name, ids)
    kept.current = { key: newKey() }
    setDraft(kept.current)
    setRestored(false)
    setDirty(false)
    setEdition(count => count + 1)
  }
  const close = (): void => {
    if (precious) setLeaving(true)
    else {
      drop()
      onClose()
    }
  }
  const leave = (): void => {
    drop()
    setLeaving(false)
    onClose()
    blocker.proceed?.()
  }
  const stay = (): void => {
    setLeaving(false)
    blocker.reset?.()
  }

  const submit = async (body: Record<string, unknown>): Promise<Refusal | undefined> => {
    try {
      const sent = await send(body, kept.current.key, kept.current.version ?? seen)
      drop()
      onSent(sent)
      return undefined
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 409 && error.changes.length > 0) {
        setStale(error)
        return { fields: [], general: [error.detail] }
      }
      return refusalFrom(command, form, error, t)
    }
  }
  const keepMine = (): void => {
    const version = stale?.current?.version
    kept.current = { ...kept.current, ...(typeof version === 'number' ? { version } : {}) }
    keepDraft(command.name, ids, form, kept.current)
    setStale(undefined)
  }
  const reloadValues = async (): Promise<void> => {
    const current = stale?.current
    setStale(undefined)
    if (load) await loaded.refetch()
    setPresent(current)
    restart()
  }

  const label = t(`${command.name}.label`)
  const chosen = command.menu && vocabularies[command.menu.vocabulary]
  const word = chosen?.members.find(({ code }) => code === run.word)?.name
  const about = rows.length === 1 && row ? host.labelOf(row) : word && t(`${chosen?.name}.${word}`)
  const title = about ? `${label}: ${about}` : label
  return (
    <Modal open title={title} onClose={close} className="parts-dialog">
      {load && loaded.isPending && <Skeleton rows={5} />}
      {loaded.isError && <Failed error={loaded.error} retry={() => void loaded.refetch()} />}
      {(!load || loaded.data) && (
        <SchemaForm
          key={edition}
          form={form}
          source={source}
          draft={draft.values}
          rows={rows}
          submitLabel={label}
          danger={command.tone === 'danger'}
          onCancel={close}
          onSubmit={submit}
          onChange={onChange}
        >
          {restored && (
            <p className="parts-note note tone-info">
              {t('parts.restored')}{' '}
              <button type="button" className="button quiet" onClick={restart}>
                {t('parts.restart')}
              </button>
            </p>
          )}
        </SchemaForm>
      )}
      {stale && <StaleDialog problem={stale} onKeep={keepMine} onReload={() => void reloadValues()} />}
      <Modal open={leaving || blocker.status === 'blocked'} title={t('parts.unsaved.title')} onClose={stay}>
        <p>{t('parts.unsaved.text')}</p>
        <div className="parts-form-end">
          <button type="button" className="button danger" onClick={leave}>
            {t('parts.unsaved.leave')}
          </button>
          <button type="button" className="button primary" onClick={stay}>
            {t('parts.unsaved.stay')}
          </button>
        </div>
      </Modal>
    </Modal>
  )
}

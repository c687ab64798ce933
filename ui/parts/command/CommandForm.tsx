/**
 * The form of a command, in a dialog or within its host (`formsInPlace`). Typed values are stored as a draft with one idempotency
 * key until they are sent or discarded, so that a reload, a network failure or a second click neither loses nor repeats them. If
 * somebody else has changed the row meanwhile, the person sees who changed what, and keeps what they typed.
 */
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useDeferredValue, useMemo, useState } from 'react'
import type { FormMetadata } from '../../../src/contract/form.ts'
import type { Row } from '../../../src/contract/row.ts'
import { ApiProblem, isNetworkError } from '../../api.ts'
import { outcomeOf } from '../../attempt.ts'
import { Modal } from '../../elements/Modal.tsx'
import { Failed, Skeleton } from '../../elements/states.tsx'
import { usePhone } from '../../elements/usePhone.ts'
import { useText } from '../../i18n.ts'
import { useVocabularies } from '../../metadata.ts'
import { readThing } from '../../query.ts'
import type { GoesOn } from '../form/control.ts'
import { initialValues, type Refusal, sharedValues, type Values } from '../form/formValues.ts'
import { recall } from '../form/lastChoice.ts'
import { SchemaForm } from '../form/SchemaForm.tsx'
import { labelledMember } from '../values/formats.tsx'
import { ChangedNote } from './ChangedNote.tsx'
import { ConflictDialog } from './ConflictDialog.tsx'
import type { CommandHost, Run } from './commandState.ts'
import { aboutOf, argsOf, filledPath } from './commandState.ts'
import { type Chosen, conflictOf, mergedValues } from './conflict.ts'
import { FormInPlace } from './FormInPlace.tsx'
import { refusalFrom } from './refusals.ts'
import type { RunStore } from './runStore.ts'
import { UnsavedDialog, useUnsavedGuard } from './UnsavedGuard.tsx'
import { useCommandDraft } from './useCommandDraft.ts'
import { asksFirst, roomOf, usePrepared } from './usePrepared.ts'

interface CommandFormProps {
  readonly run: Run
  readonly form: FormMetadata
  readonly host: CommandHost
  readonly goesOn: GoesOn | undefined
  readonly store: RunStore
}

/** A refusal because of another person's change, and the values that the form would start from now. */
interface Conflict {
  readonly problem: ApiProblem
  readonly now: Source | undefined
}

/** The values that the form starts from. */
type Source = Values & { readonly version?: number }

export function CommandForm({ run, form, host, goesOn, store }: CommandFormProps) {
  const t = useText()
  const { title, choice, about } = useHeading(run, host)
  const { command } = run
  const isPhone = usePhone()
  const Frame = host.formsInPlace ? FormInPlace : Modal
  const rows = useMemo(() => aboutOf(run), [run])
  const { load, loaded, source, version, readNow, reload } = useSource(run, form, host)
  const draft = useCommandDraft(command.name, rows, form, version)
  // closing the form of a download needs no warning: nothing is lost that matters
  const isUnsaved = (): boolean => draft.isDirty() && command.action.kind === 'call'
  const closeUntouched = (): void => {
    draft.discard()
    store.close()
  }
  const guard = useUnsavedGuard(isUnsaved, closeUntouched)
  const [conflict, setConflict] = useState<Conflict>()
  // A form that must load its choices first is drawn one render later, so that the frame appears at once after a tap.
  const isDrawn = useDeferredValue(true, !asksFirst(form))
  const hasSource = !load || loaded.data !== undefined
  const isInPlace = host.formsInPlace === true
  const startValues = (): Values => ({ ...initialValues(form, source, recall, run.context), ...draft.values })
  const prepared = usePrepared(form, hasSource && !isInPlace, startValues, rows)
  const starts = isDrawn && hasSource && (isInPlace || prepared !== undefined)

  const discard = (): void => {
    guard.release()
    draft.discard()
  }
  const leave = (): void => {
    discard()
    store.close()
    guard.leave()
  }
  const close = async (): Promise<void> => {
    const answer = guard.isUnderWay() ? await guard.answer() : 'none'
    // A refusal is shown in the form. A success has closed the form already, unless the command's form stays open.
    if (answer === 'refused' || (answer === 'sent' && !command.staysOpen)) return
    if (isUnsaved() && answer !== 'sent') {
      guard.ask()
      return
    }
    discard()
    store.close()
  }
  /** Goes to the next row. What was typed is kept as the draft of this row. */
  const skip = (): void => {
    guard.release()
    store.skip(run)
  }
  const submit = async (
    body: Record<string, unknown>,
    values: Values,
    isToGoOn: boolean
  ): Promise<Refusal | undefined> => {
    if (command.action.kind === 'download') {
      const download = await outcomeOf(guard.during(store.fetchFile(run, body)))
      if (!download.ok) return refusalFrom(command, form, download.error, t)
      discard()
      return undefined
    }
    const outcome = await outcomeOf(guard.during(store.send(run, { body, ...draft.sendOptions(), values })))
    if (!outcome.ok) return refused(outcome.error)
    if (command.staysOpen) draft.restart()
    else discard()
    store.formSent(run, outcome.answer, isToGoOn)
    return undefined
  }
  const refused = async (error: unknown): Promise<Refusal | undefined> => {
    if (error instanceof ApiProblem && error.status === 409 && error.changes.length > 0) {
      // Without the current values the dialog cannot compare fields: it only offers to keep or discard all that was typed.
      const now = await outcomeOf(readNow(error.current))
      setConflict({ problem: error, now: now.ok ? now.answer : undefined })
      return { fields: [], general: [error.detail] }
    }
    if (command.onFailure && !isNetworkError(error)) {
      // The draft is kept, so that the form has the typed values when it is opened again.
      guard.release()
      store.formFailed(run, error)
      return undefined
    }
    return refusalFrom(command, form, error, t)
  }
  const parts = conflict?.now && conflictOf(form, source, conflict.now, draft.typed() ?? {})
  const keep = async (chosen: Chosen): Promise<void> => {
    const { problem, now } = conflict ?? {}
    setConflict(undefined)
    if (parts) await reload(now)
    draft.rebase(problem?.current?.version, parts && mergedValues(parts, chosen))
  }
  const startFromCurrent = async (): Promise<void> => {
    setConflict(undefined)
    await reload(conflict?.now ?? conflict?.problem.current)
    draft.restart()
  }
  return (
    <Frame
      open
      title={title}
      onClose={() => void close()}
      className={`parts-dialog ${command.opensIn === 'panel' ? 'in-panel' : ''} ${starts ? '' : 'parts-awaited'}`}
    >
      {!starts && !loaded.isError && (
        <div className="parts-form-place" style={{ '--fields': roomOf(form) } as CSSProperties}>
          <Skeleton rows={5} />
        </div>
      )}
      {loaded.isError && <Failed error={loaded.error} retry={() => void loaded.refetch()} />}
      {starts && (
        <SchemaForm
          key={draft.edition}
          form={form}
          source={source}
          beside={run.context}
          draft={draft.values}
          prepared={draft.edition === 0 ? prepared : undefined}
          rows={rows}
          submitLabel={t(`${command.name}.submit`)}
          danger={command.tone === 'danger'}
          goesOn={goesOn}
          onSkip={skip}
          startsAtBlank={!isPhone && startsFilled(run)}
          onCancel={() => void close()}
          onSubmit={submit}
          onChange={draft.onChange}
        >
          {choice && <p className="lead">{choice}</p>}
          {about && <p className="lead">{about}</p>}
          <ChangedNote run={run} host={host} version={version} />
          {draft.restored && <RestoredNote onRestart={draft.restart} />}
        </SchemaForm>
      )}
      {conflict && (
        <ConflictDialog
          problem={conflict.problem}
          fields={host.history?.fields ?? []}
          contested={parts?.contested ?? []}
          onKeep={chosen => void keep(chosen)}
          onReload={() => void startFromCurrent()}
        />
      )}
      <UnsavedDialog open={guard.asking} onLeave={leave} onStay={guard.stay} />
    </Frame>
  )
}

/** Whether the first fields may be filled already: by the row before, or by the row that another thing is created from. */
const startsFilled = ({ series, continued, context, command: { action } }: Run): boolean =>
  Boolean(series || continued || context || 'creates' in action)

function RestoredNote({ onRestart }: { readonly onRestart: () => void }) {
  const t = useText()
  return (
    <p className="parts-note note tone-info">
      {t('parts.restored')}{' '}
      <button type="button" className="button quiet" onClick={onRestart}>
        {t('parts.restart')}
      </button>
    </p>
  )
}

/**
 * The values that the form starts from: the answer of `form.load`, else the row if there is exactly one, and of several rows what
 * they share; and how to reload them.
 */
function useSource(run: Run, form: FormMetadata, host: CommandHost) {
  const { rows } = run
  const [row] = aboutOf(run)
  const load = form.load && filledPath(form.load, row)
  const loaded = useQuery({
    // The key does not begin with the resource type, so hub hints do not reload it: a conflict is found by comparing the
    // current values with those that the form was opened with.
    queryKey: ['form', 'source', host.resourceType, row?.id, load],
    queryFn: () => readThing(load ?? ''),
    enabled: load !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0
  })
  const [currentRow, setCurrentRow] = useState<Source>()
  const shared = useMemo(() => (rows.length > 1 ? sharedValues(form, rows) : undefined), [form, rows])
  const own: Source | undefined = load ? loaded.data : rows.length === 1 ? (currentRow ?? row) : shared
  const { given } = run
  const source = useMemo(() => (given ? { ...own, ...given } : own), [own, given])
  return {
    load,
    loaded,
    source,
    version: source?.version ?? row?.version,
    /** The current values: read from the server if the form has a `load`, else the row that came with the refusal. */
    readNow: async (current: Source | undefined): Promise<Source | undefined> => (load ? readThing(load) : current),
    reload: async (current: Source | undefined): Promise<void> => {
      if (load) await loaded.refetch()
      setCurrentRow(current)
    }
  }
}

/** How many of several rows the title of their form names. */
const maxSubjects = 3

const subjectsOf = (rows: readonly Row[], host: CommandHost): string =>
  rows.slice(0, maxSubjects).map(host.labelOf).join(', ') + (rows.length > maxSubjects ? '…' : '')

/**
 * The title of the form: the command's label with the row that it acts on, or with the number of rows and the first of them, or with the chosen entry of the command's menu. If the
 * command has a title of its own, the chosen entry is returned as `choice` and shown in a line of its own.
 */
function useHeading(
  { command, rows, menuCode, series }: Run,
  host: CommandHost
): { title: string; choice?: string | undefined; about?: string | undefined } {
  const t = useText()
  const vocabularies = useVocabularies()
  const label = t(`${command.name}.label`)
  const [row] = rows
  const of = (title: string): string =>
    series ? t('parts.series.title', { title, at: series.at + 1, of: series.rows.length }) : title
  const entry = command.menu && labelledMember(vocabularies[command.menu.vocabulary], menuCode, t)
  if (command.titled) return { title: t(`${command.name}.title`), choice: entry?.label }
  if (rows.length > 1 && !entry) return { title: of(`${label} (${rows.length}): ${subjectsOf(rows, host)}`) }
  const subject = row && rows.length === 1 ? host.labelOf(row) : entry?.label
  const about = command.about && row && rows.length === 1 ? t(`${command.name}.about`, argsOf(row)) : undefined
  return { title: of(subject ? `${label}: ${subject}` : label), about }
}

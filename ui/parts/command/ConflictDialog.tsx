/**
 * The dialog for a row that another person has changed while the form was open: it shows who changed what, and asks whose value to keep in
 * each field that both have changed.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { FieldMetadata } from '../../../src/contract/form.ts'
import type { PanelField } from '../../../src/contract/panel.ts'
import type { PastChange } from '../../../src/contract/problem.ts'
import type { Scope } from '../../../src/contract/ruled.ts'
import type { Schema } from '../../../src/contract/schema.ts'
import type { ApiProblem } from '../../api.ts'
import { Modal } from '../../elements/Modal.tsx'
import { useText } from '../../i18n.ts'
import { optionOf, optionsIn } from '../form/options.ts'
import { minuteText, readAs, textOf, useFormatContext } from '../values/formats.tsx'
import type { Chosen, Contested } from './conflict.ts'
import './conflict.css'

interface ConflictDialogProps {
  readonly problem: ApiProblem
  /** The fields whose changes are shown. */
  readonly fields: readonly PanelField[]
  readonly contested: readonly Contested[]
  readonly onReload: () => void
  readonly onKeep: (chosen: Chosen) => void
}

export function ConflictDialog({ problem, fields, contested, onReload, onKeep }: ConflictDialogProps) {
  const t = useText()
  const [choices, setChoices] = useState<Chosen>({})
  const hasChoice = contested.length > 0
  return (
    <Modal open title={t('parts.stale.title')} onClose={() => onKeep({})} className="parts-conflict">
      <p>{problem.detail}</p>
      <ul className="parts-changes">
        {problem.changes.map(change => (
          <Change key={`${change.at}${change.what}`} change={change} fields={fields} row={problem.current} />
        ))}
      </ul>
      {contested.map(one => (
        <Choice
          key={one.field.name}
          contested={one}
          chosen={choices[one.field.name] ?? 'mine'}
          onChoose={which => setChoices(before => ({ ...before, [one.field.name]: which }))}
        />
      ))}
      <p>{t(hasChoice ? 'parts.stale.chooseEach' : 'parts.stale.choose')}</p>
      <div className="parts-form-end">
        <button type="button" className="button" onClick={onReload}>
          {t('parts.stale.reload')}
        </button>
        <button type="button" className="button primary" onClick={() => onKeep(choices)}>
          {t(hasChoice ? 'parts.stale.apply' : 'parts.stale.keep')}
        </button>
      </div>
    </Modal>
  )
}

interface ChangeProps {
  readonly change: PastChange
  readonly fields: readonly PanelField[]
  /** The row as it is now. */
  readonly row: Scope | undefined
}

function Change({ change: { at, who, what, fields: changed = [] }, fields, row }: ChangeProps) {
  const t = useText()
  const context = useFormatContext()
  return (
    <li>
      <strong>{who || t('parts.unknownUser')}</strong> <time dateTime={at}>{minuteText(at)}</time>
      <div>{what}</div>
      {changed.length > 0 && (
        <dl>
          {changed.map(({ field, before, after }) => {
            const { label = field, schema: declared = {} } = fields.find(({ key }) => key === field) ?? {}
            const schema = readAs(declared, row)
            return (
              <div key={field}>
                <dt>{t(label)}</dt>
                <dd>
                  <del>{textOf(context, schema, before) || '–'}</del>
                  <i className="pi pi-arrow-right" aria-hidden="true" />
                  <ins>{textOf(context, schema, after) || '–'}</ins>
                </dd>
              </div>
            )
          })}
        </dl>
      )}
    </li>
  )
}

interface ChoiceProps {
  readonly contested: Contested
  readonly chosen: 'mine' | 'theirs'
  readonly onChoose: (which: 'mine' | 'theirs') => void
}

function Choice({ contested: { field, schema, theirs, mine }, chosen, onChoose }: ChoiceProps) {
  const t = useText()
  const id = useId()
  const textFor = useFieldText(field, schema)
  return (
    <fieldset className="parts-contested">
      <legend>{t(field.label)}</legend>
      {(['mine', 'theirs'] as const).map(which => (
        <label key={which}>
          <input type="radio" name={id} checked={chosen === which} onChange={() => onChoose(which)} />
          <span>
            <small>{t(`parts.stale.${which}`)}</small> {textFor(which === 'mine' ? mine : theirs)}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** The text of a value as its field shows it; for a choice, the label of the option in an answer that the form has fetched. */
function useFieldText({ options }: FieldMetadata, schema: Schema): (value: unknown) => string {
  const t = useText()
  const context = useFormatContext()
  const client = useQueryClient()
  return value => {
    const answers = options ? client.getQueriesData({ queryKey: ['form', 'options'] }) : []
    const option = answers
      .flatMap(([, answer]) => optionsIn(answer))
      .find(source => options && source[options.value] === value && options.label.every(key => key in source))
    if (option && options) return optionOf(options, option, t).label
    return textOf(context, schema, value) || '–'
  }
}

/**
 * A list of objects as rows of fields: a row is added below the others, and each can be removed. Every field shows its own error, found
 * by its path. After a row is added, its first field gets the focus; after one is removed, the remove button of the row now in its place.
 */
import type { MouseEvent, ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useForm } from 'react-final-form'
import { dayOf } from '../../../src/contract/days.ts'
import { schemaOfField } from '../../../src/contract/form.ts'
import { unwrapped } from '../../../src/contract/schema.ts'
import { IconButton } from '../../elements/IconButton.tsx'
import { useText } from '../../i18n.ts'
import type { FormFieldProps } from './control.ts'
import { newRow, rowFields, rowScope, rowsIn } from './rows.ts'
import './rows.css'

interface RowsControlProps extends FormFieldProps {
  /** Draws a field; passed in, because a field may itself be a list of rows. */
  readonly drawn: (props: FormFieldProps) => ReactNode
  readonly label: string
  readonly help: string | undefined
  /** The error of the list as a whole. */
  readonly fault: string | undefined
  readonly describedBy: string | undefined
}

export default function RowsControl({ drawn: Drawn, label, help, fault, describedBy, ...props }: RowsControlProps) {
  const { id, form, field, values } = props
  const t = useText()
  const { rows, add, remove } = useRowList(props)
  const mayChange = !field.readOnly && !field.rows?.fixed
  const { maxItems = Number.POSITIVE_INFINITY } = unwrapped(schemaOfField(form, field) ?? {})
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      className="parts-field parts-rows-field"
      aria-describedby={describedBy}
      data-fault={fault ? true : undefined}
    >
      <legend>{label}</legend>
      {help && (
        <p id={`${id}-help`} className="parts-help">
          {help}
        </p>
      )}
      {rows.length === 0 && <p className="parts-help">{t('parts.rows.none')}</p>}
      {rows.map((_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a field is registered by its path, in which the row is a number
        <fieldset key={at} className="parts-row">
          <legend>{t('parts.rows.row', { number: at + 1 })}</legend>
          {mayChange && (
            <IconButton
              id={removeId(id, at)}
              icon="trash"
              label={t('parts.rows.remove', { number: at + 1 })}
              tooltip
              onMouseDown={keepFocus}
              onClick={() => remove(at)}
            />
          )}
          <div className="parts-group">
            {rowFields(field, values, at).map(rowField => (
              <Drawn
                key={rowField.name.slice(rowField.name.lastIndexOf('.'))}
                {...props}
                id={idWithin(id, field.name, rowField.name)}
                field={field.readOnly ? { ...rowField, readOnly: true } : rowField}
                values={rowScope(field, values, at)}
              />
            ))}
          </div>
        </fieldset>
      ))}
      {mayChange && rows.length < maxItems && (
        <button id={addId(id)} type="button" className="button" onMouseDown={keepFocus} onClick={add}>
          <i className="pi pi-plus" aria-hidden="true" />
          {t(field.rows?.add ?? 'parts.rows.add')}
        </button>
      )}
      {fault && (
        <p id={`${id}-fault`} className="parts-fault">
          <i className="pi pi-exclamation-circle" aria-hidden="true" />
          {fault}
        </p>
      )}
    </fieldset>
  )
}

/**
 * Keeps the focus on mouse down, so that it moves on click: the error of a field that loses the focus would move the button away before
 * the mouse button is released.
 */
const keepFocus = (event: MouseEvent): void => event.preventDefault()

const addId = (id: string): string => `${id}-add`
const removeId = (id: string, at: number): string => `${id}-remove-${at}`

/** The id of the element of a row's field, from the id of the list's element and the field's path in the form. */
const idWithin = (id: string, list: string, path: string): string => id + path.slice(list.length)

/** The rows, and functions to add and remove one. */
function useRowList({ id, field, values, onTyped }: FormFieldProps) {
  const api = useForm()
  const rows = rowsIn(field, values)
  /** Changes the list, and focuses the first of these elements that is drawn. */
  const change = (changed: readonly unknown[], focusIds: readonly string[]): void => {
    flushSync(() => {
      onTyped()
      api.change(field.name, changed)
    })
    const target = focusIds.map(elementId => document.getElementById(elementId)).find(element => element !== null)
    target?.focus()
  }
  return {
    rows,
    add: (): void => {
      const changed = [...rows, newRow(field, dayOf(new Date()))]
      const fields = rowFields(field, { ...values, [field.name]: changed }, rows.length)
      change(
        changed,
        fields.map(({ name }) => idWithin(id, field.name, name))
      )
    },
    remove: (at: number): void => change(rows.toSpliced(at, 1), [removeId(id, at), removeId(id, at - 1), addId(id)])
  }
}

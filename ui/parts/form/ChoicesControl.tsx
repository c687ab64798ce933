/**
 * Several choices as checkboxes: members of a vocabulary, or options from a call. Each group has a checkbox for all of its options.
 */
import { useQuery } from '@tanstack/react-query'
import type { OptionsCall } from '../../../src/contract/form.ts'
import { unwrapped } from '../../../src/contract/schema.ts'
import { Failed, Skeleton } from '../../elements/states.tsx'
import { useText } from '../../i18n.ts'
import { chosenIn, grouped, withChoices } from './choices.ts'
import type { ControlProps } from './control.ts'
import { filledCall } from './filledCall.ts'
import { allOptions } from './formQueries.ts'
import { useFormRows } from './formRows.ts'
import type { Option } from './options.ts'
import { optionOf, optionsIn } from './options.ts'
import { useFormVocabularies, useMembers } from './vocabularies.ts'
import './choices.css'

type ChoicesProps = ControlProps & { readonly label: string }

export default function ChoicesControl(props: ChoicesProps) {
  const { options } = props.field
  return options ? <FetchedChoices {...props} options={options} /> : <ListedChoices {...props} />
}

/** Words such as those of weekdays share a line. */
const isTiny = ({ label }: Option): boolean => label.length <= 3

function ListedChoices(props: ChoicesProps) {
  const options = useMembers(unwrapped(props.schema).items ?? {})
  return <Boxes {...props} options={options} />
}

function FetchedChoices({ options, ...props }: ChoicesProps & { readonly options: OptionsCall }) {
  const t = useText()
  const call = filledCall(options.call, props.values, useFormRows())
  const { data, error, refetch } = useQuery({ ...allOptions(call ?? ''), enabled: call !== undefined })
  if (call === undefined) return <Boxes {...props} options={[]} />
  if (error && !data) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton rows={4} />
  return <Boxes {...props} options={optionsIn(data).map(source => optionOf(options, source, t))} />
}

function Boxes({ options, ...props }: ChoicesProps & { readonly options: readonly Option[] }) {
  const { id, label, field, value, describedBy, readOnly, onChange, onBlur, onFocus } = props
  const t = useText()
  const vocabularies = useFormVocabularies()
  const { item, group } = field.options ?? {}
  const selection = chosenIn(value, item)
  // what is not offered cannot be unticked, so it goes with the first change
  const offered =
    Array.isArray(value) && !item ? value.filter(one => options.some(option => option.value === one)) : value
  const tick = (some: readonly Option[], isChosen: boolean): void =>
    onChange(
      withChoices(
        offered,
        some.map(option => option.value),
        isChosen,
        item
      )
    )
  const headingOf = (code: unknown): string => {
    const member = group?.vocabulary && vocabularies[group.vocabulary]?.members.find(one => one.code === code)
    return member ? t(member.label) : String(code)
  }
  const boxes = (some: readonly Option[]) =>
    some.map(option => (
      <Box
        key={String(option.value)}
        name={option.label}
        checked={selection.has(option.value)}
        disabled={readOnly || !option.choosable}
        onTick={isOn => tick([option], isOn)}
      />
    ))
  return (
    // biome-ignore lint/a11y/useSemanticElements: the form's own frame names the field; a fieldset would name it twice
    <div
      id={id}
      role="group"
      aria-label={label}
      aria-describedby={describedBy}
      tabIndex={-1}
      className="parts-choices"
      onFocus={onFocus}
      onBlur={onBlur}
    >
      {!group && (
        <div className="parts-boxes" data-tiny={options.every(isTiny) || undefined}>
          {boxes(options)}
        </div>
      )}
      {group &&
        grouped(options, group.by).map(([code, some]) => {
          const choosable = some.filter(option => option.choosable)
          const all = choosable.length > 0 ? choosable : some
          return (
            <fieldset key={String(code)} className="parts-boxes">
              <legend>{headingOf(code)}</legend>
              <Box
                name={t('parts.choices.all')}
                checked={all.every(option => selection.has(option.value))}
                some={some.some(option => selection.has(option.value))}
                disabled={readOnly || choosable.length === 0}
                onTick={isOn => tick(choosable, isOn)}
              />
              {boxes(some)}
            </fieldset>
          )
        })}
    </div>
  )
}

interface BoxProps {
  readonly name: string
  readonly checked: boolean
  /** Some are ticked, but not all. */
  readonly some?: boolean
  readonly disabled: boolean
  readonly onTick: (isOn: boolean) => void
}

function Box({ name, checked, some = false, disabled, onTick }: BoxProps) {
  return (
    <label>
      <input
        ref={box => {
          if (box) box.indeterminate = some && !checked
        }}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={event => onTick(event.target.checked)}
      />
      {name}
    </label>
  )
}

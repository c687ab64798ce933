/** A choice among the members of a vocabulary, or among the options that a call returns; with `search`, a combobox. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import type { OptionsCall } from '../../../src/contract/form.ts'
import { isNullable } from '../../../src/contract/schema.ts'
import { useText } from '../../i18n.ts'
import { grouped } from './choices.ts'
import { useOptionsCall } from './choosing.ts'
import type { ControlProps } from './control.ts'
import { attributesOf } from './control.ts'
import { allOptions } from './formQueries.ts'
import type { Option } from './options.ts'
import { optionOf, optionsIn } from './options.ts'
import { SearchChoice } from './SearchChoice.tsx'
import { maxSpread, SpreadChoice } from './SpreadChoice.tsx'
import { useFormVocabularies, useMembers } from './vocabularies.ts'
import './choices.css'

type Frame = (drawn: ReactNode) => ReactNode

const bare: Frame = element => element

interface ChoiceProps extends ControlProps {
  readonly label?: string
  readonly frame?: Frame
}

export function ChoiceControl({ frame = bare, ...props }: ChoiceProps) {
  const { options } = props.field
  if (!options) return <WordChoice {...props} />
  return options.search ? (
    <SearchChoice {...props} options={options} search={options.search} frame={frame} />
  ) : (
    <CallChoice {...props} options={options} frame={frame} />
  )
}

function WordChoice(props: ControlProps) {
  const choices = useMembers(props.schema)
  return <Select {...props} choices={choices} closed={false} />
}

function CallChoice({ options, frame, ...props }: ChoiceProps & { options: OptionsCall; frame: Frame }) {
  const { field, value } = props
  const { autoSelectSingle } = options
  const t = useText()
  const call = useOptionsCall(options, props)
  const { data } = useQuery({ ...allOptions(call ?? ''), enabled: call !== undefined })
  const choices = useMemo(() => optionsIn(data).map(source => optionOf(options, source, t)), [data, options, t])
  const choosable = choices.filter(option => option.choosable).length
  const isOnly = autoSelectSingle && choosable === 1 && choices.some(option => option.value === value)
  if (isOnly && autoSelectSingle !== 'shown') return null
  if (options.onlySeveral && (call === undefined || choosable < 2)) return null
  if (options.onlyIfAny && (call === undefined || choices.length === 0)) return null
  const select = { ...props, readOnly: props.readOnly || isOnly === true, closed: call === undefined, loading: !data }
  if (options.group) return frame(<GroupCards {...select} choices={choices} group={options.group} key={field.name} />)
  if (options.spread && (!data || (choices.length > 0 && choices.length <= maxSpread)))
    return frame(<SpreadChoice {...select} label={props.label} choices={choices} key={field.name} />)
  return frame(<Select {...select} choices={choices} key={field.name} />)
}

/** Large cards for the groups: one is chosen first, then an option of it. */
function GroupCards({ choices, group, ...props }: SelectProps & { readonly group: NonNullable<OptionsCall['group']> }) {
  const t = useText()
  const vocabularies = useFormVocabularies()
  const groups = grouped(choices, group.by)
  const present = choices.find(option => option.value === props.value)?.source[group.by]
  const memberName = (code: unknown): string => {
    const member = group.vocabulary ? vocabularies[group.vocabulary]?.members.find(one => one.code === code) : undefined
    return member ? t(member.label) : String(code)
  }
  const codes = new Set(groups.map(([code]) => code))
  const members = (group.vocabulary && vocabularies[group.vocabulary]?.members) || []
  const absent = members.filter(({ code }) => !codes.has(code)).map(({ code }) => memberName(code))
  return (
    <>
      {groups.length > 1 && (
        <div className="parts-cards-choice" role="radiogroup" aria-label={t('parts.kind')}>
          {groups.map(([code, some]) => (
            <label key={String(code)} data-chosen={code === present || undefined}>
              <input
                type="radio"
                className="visually-hidden"
                name={`${props.id}-group`}
                checked={code === present}
                disabled={props.closed || props.readOnly || !some.some(option => option.choosable)}
                onChange={() => props.onChange(some.find(option => option.choosable)?.value)}
              />
              {memberName(code)}
            </label>
          ))}
        </div>
      )}
      <Select
        {...props}
        choices={choices}
        isOffered={option => present === undefined || option.source[group.by] === present}
      />
      {group.absent && groups.length > 0 && absent.length > 0 && (
        <p className="parts-help">{t(group.absent, { names: absent.join(', ') })}</p>
      )}
    </>
  )
}

type SelectProps = ControlProps & {
  readonly choices: readonly Option[]
  /** Which options are listed; by default all. */
  readonly isOffered?: (option: Option) => boolean
  /** Another field must be chosen first. */
  readonly closed: boolean
  /** The options are still loading. The control is enabled all the same, so that it can have the focus. */
  readonly loading?: boolean
}

function Select({ choices, isOffered = () => true, closed, loading = false, ...props }: SelectProps) {
  const t = useText()
  const { field, value, schema, required, readOnly, onChange } = props
  const place = choices.findIndex(option => option.value === value)
  return (
    <select
      {...attributesOf(props)}
      className="input"
      value={place < 0 ? '' : place}
      disabled={closed || readOnly}
      aria-busy={(!closed && loading) || undefined}
      onChange={event => onChange(event.target.value === '' ? undefined : choices[Number(event.target.value)]?.value)}
    >
      {(place < 0 || !required || isNullable(schema)) && <option value="">{t(field.blank ?? 'parts.choose')}</option>}
      {choices.map(
        (option, index) =>
          isOffered(option) && (
            <option key={String(option.value)} value={index} disabled={!option.choosable}>
              {option.label}
            </option>
          )
      )}
    </select>
  )
}

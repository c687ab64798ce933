/** The filters of a list: an input with its mask and delay, or a choice among the members of a vocabulary. */

import { useRef } from 'react'
import type { FilterMetadata } from '../../../../src/contract/list.ts'
import { unwrapped } from '../../../../src/contract/schema.ts'
import { Boundary } from '../../../elements/Boundary.tsx'
import { IconButton } from '../../../elements/IconButton.tsx'
import { lazyPart } from '../../../elements/lazyPart.tsx'
import { useTypedText } from '../../../elements/useTypedText.ts'
import { useText } from '../../../i18n.ts'
import { useVocabularies } from '../../../metadata.ts'
import { masked } from '../../values/numbers.ts'
import { allText } from './allText.ts'
import { useFilterOptions } from './filterOptions.ts'

export interface FilterProps {
  readonly filter: FilterMetadata
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Few lists have one, and it needs the calendar of the forms: it is fetched for these. */
const dayFilter = lazyPart(() => import('./DayFilter.tsx'))
const DayFilter = dayFilter.Component

const isOfDays = ({ schema }: FilterMetadata): boolean => {
  const { format } = unwrapped(schema)
  return format === 'day' || format === 'dayOrWord'
}

/** Resolves once the filters can be drawn at once. */
export const fetchFilters = async (filters: readonly FilterMetadata[]): Promise<void> => {
  if (filters.some(isOfDays)) await dayFilter.fetch()
}

function Awaited({ label }: { readonly label: string }) {
  const t = useText()
  return (
    <div className="parts-filter">
      <span>{t(label)}</span>
      <span className="input" />
    </div>
  )
}

export function Filter(props: FilterProps) {
  const schema = unwrapped(props.filter.schema)
  // one of several: the call takes more than one, the list is opened for one
  const vocabulary = schema.vocabulary ?? schema.items?.vocabulary
  if (vocabulary) return <VocabularyFilter {...props} vocabulary={vocabulary} />
  if (schema.type === 'boolean')
    return (
      <ChoiceFilter
        {...props}
        choices={[
          ['true', 'common.yes'],
          ['false', 'common.no']
        ]}
      />
    )
  if (props.filter.options) return <OptionsFilter {...props} />
  if (isOfDays(props.filter))
    return (
      <Boundary small waiting={<Awaited label={props.filter.label} />}>
        <DayFilter {...props} />
      </Boundary>
    )
  return <TextFilter {...props} />
}

/** One of what the filter's call offers. One that is not offered any more stays chosen, and is called by its number. */
function OptionsFilter(props: FilterProps) {
  const options = useFilterOptions(props.filter)
  const { value } = props
  const isKnown = value === '' || options.some(option => option.value === value)
  const choices = [
    ...options.map(option => [option.value, option.label] as const),
    ...(isKnown ? [] : [[value, value] as const])
  ]
  return <ChoiceFilter {...props} choices={choices} />
}

function VocabularyFilter({ vocabulary, ...props }: FilterProps & { readonly vocabulary: string }) {
  const members = useVocabularies()[vocabulary]?.members ?? []
  return <ChoiceFilter {...props} choices={members.map(({ code, label }) => [String(code), label])} />
}

interface ChoiceFilterProps extends FilterProps {
  /** Value and message key of each choice. */
  readonly choices: readonly (readonly [value: string, label: string])[]
}

function ChoiceFilter({ filter, value, onChange, choices }: ChoiceFilterProps) {
  const t = useText()
  return (
    <label className="parts-filter">
      <span>{t(filter.label)}</span>
      <select className="input" value={value} onChange={event => onChange(event.target.value)}>
        <option value="">{allText(t, filter)}</option>
        {choices.map(([code, label]) => (
          <option key={code} value={code}>
            {t(label)}
          </option>
        ))}
      </select>
    </label>
  )
}

function TextFilter({ filter, value, onChange }: FilterProps) {
  const t = useText()
  const { text, setText, send } = useTypedText({ value, delay: filter.debounce, onSend: onChange })
  const input = useRef<HTMLInputElement>(null)
  const clear = (): void => {
    send('')
    input.current?.focus()
  }
  return (
    <div className="parts-filter">
      <label>
        <span>{t(filter.label)}</span>
        <input
          ref={input}
          className="input"
          value={text}
          placeholder={
            filter.placeholder ? t('parts.example', { text: t(filter.placeholder) }) : filter.mask?.replaceAll('9', '_')
          }
          inputMode={filter.mask ? 'numeric' : undefined}
          onChange={event => setText(filter.mask ? masked(filter.mask, event.target.value) : event.target.value)}
          onKeyDown={event => {
            if (event.key === 'Enter') send(text)
            if (event.key === 'Escape' && text) {
              event.stopPropagation()
              clear()
            }
          }}
        />
      </label>
      {text && <IconButton icon="times" label={t('parts.clear')} onClick={clear} />}
    </div>
  )
}

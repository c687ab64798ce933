// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA combobox pattern asks for these roles
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the box handles the keys
// biome-ignore-all lint/a11y/useFocusableInteractive: the box holds the focus and names the active option
/**
 * A text box that offers what a call finds among any number of options (the ARIA combobox pattern). The chosen option is requested
 * separately, because it need not be among the first ones. So a value from a draft, a row, or the last visit has its label, and a value
 * that the call no longer offers is removed.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { OptionsCall, OptionsSearch } from '../../../src/contract/form.ts'
import type { Query } from '../../api.ts'
import { useText } from '../../i18n.ts'
import { Value } from '../values/formats.tsx'
import { onlyOption } from './automaticOption.ts'
import { isBlankChoice, useOptionsCall } from './choosing.ts'
import { listId, optionId, useComboInput, useComboState } from './combo.ts'
import type { ControlProps } from './control.ts'
import { attributesOf } from './control.ts'
import { foundOptions } from './formQueries.ts'
import type { Option } from './options.ts'
import { labelledFirst, optionOf, optionsIn } from './options.ts'
import { useAddings } from './useAddings.ts'

type SearchChoiceProps = ControlProps & {
  readonly options: OptionsCall
  readonly search: OptionsSearch
  readonly frame: (drawn: ReactNode) => ReactNode
}

/** The fewest characters to search for, because fewer find too much; the hint `search.from` overrides it. */
const fewest = 3
const text = { type: 'string' }

/** So many options are all to be seen below the box: on a phone its keyboard would lie over them. */
const few = 6
/** Whether all options are offered at once, and nobody need type. */
export const opensNoKeyboard = (from: number, firstOnes: { readonly total: number } | undefined): boolean =>
  from === 0 && firstOnes !== undefined && firstOnes.total <= few

const useFound = (call: string | undefined, query: Query, enabled: boolean) =>
  useQuery({ ...foundOptions(call ?? '', query), enabled: call !== undefined && enabled })

export function SearchChoice({ options, search, frame, ...props }: SearchChoiceProps) {
  const t = useText()
  const queries = useQueryClient()
  const { id, value, readOnly, onBlur, onChange } = props
  const call = useOptionsCall(options, props)
  const combo = useComboState()
  const { searchText, open, active } = combo
  const toOptions = (data: unknown): Option[] => optionsIn(data).map(source => optionOf(options, source, t))
  const isChosen = (option: Option): boolean => option.value === value

  const from = search.from ?? fewest
  const enough = searchText.length >= from
  const { data: firstOnes } = useFound(call, {}, from === 0)
  const { data, isFetching } = useFound(call, searchText ? { [search.key]: searchText } : {}, open && enough)
  const found = enough ? labelledFirst(toOptions(data), searchText) : []
  const addings = useAddings(search, props.values)
  const isNothingFound = enough && data !== undefined && !isFetching && found.length === 0
  const matches = isNothingFound ? addings.map(({ option }) => option) : found

  const first = toOptions(firstOnes)
  const firstOption = first.find(isChosen)
  // null, because without a value the query key would equal that of the first options
  const selectedAnswer = useFound(call, { [search.one]: value ?? null }, !firstOption && !isBlankChoice(value)).data
  const selected = firstOption ?? toOptions(selectedAnswer).find(isChosen)

  const choose = (option: Option): void => {
    if (!option.choosable || call === undefined) return
    combo.close()
    const adding = addings.find(({ option: { value } }) => value === option.value)
    if (adding) {
      adding.run()
      return
    }
    // the form's rules and this box read the chosen option by its value
    const { queryKey } = foundOptions(call, { [search.one]: option.value })
    queries.setQueryData(queryKey, { data: [option.source], total: 1 })
    onChange(option.value)
  }
  const isOnly = onlyOption(options, firstOnes)?.[options.value] === value && !isBlankChoice(value)
  const box = useComboInput(combo, {
    id,
    readOnly: readOnly || isOnly,
    matches,
    isLoading: enough && isFetching && !data,
    isResult: !isNothingFound,
    resting: selected?.label ?? '',
    choose,
    onClear: () => onChange(undefined),
    onLeave: onBlur
  })
  if (isOnly && options.autoSelectSingle !== 'shown') return null
  const total = enough && data ? data.total : found.length
  const counted = isFetching && !data ? t('parts.searching') : t('parts.options', { count: found.length })
  const narrowed = total > found.length ? t('parts.optionsOf', { count: found.length, total }) : counted
  const status = enough ? narrowed : t('parts.typeMore', { count: from })
  const isOverOptions = isNothingFound || total > found.length
  const look = matches.length === 0 ? 'parts-combo-none' : isOverOptions ? 'parts-help' : 'visually-hidden'
  return frame(
    <div className="parts-combo">
      <input
        {...attributesOf(props)}
        className="input"
        maxLength={100}
        placeholder={from === 0 ? t('parts.choose') : t('parts.typeMore', { count: from })}
        disabled={call === undefined}
        inputMode={opensNoKeyboard(from, firstOnes) ? 'none' : undefined}
        {...box}
      />
      {!isOnly && (
        <i className={`pi pi-${from === 0 ? 'chevron-down' : 'search'} parts-combo-icon`} aria-hidden="true" />
      )}
      <ul id={listId(id)} role="listbox" aria-label={t(props.field.label)} hidden={!open}>
        {matches.map((option, index) => (
          <li
            key={String(option.value)}
            id={optionId(id, index)}
            role="option"
            aria-selected={isChosen(option)}
            aria-disabled={!option.choosable}
            data-active={index === active || undefined}
            onMouseDown={event => event.preventDefault()}
            onClick={() => choose(option)}
          >
            <Value schema={text} value={option.label} plain />
          </li>
        ))}
      </ul>
      <p role="status" className={open ? look : 'visually-hidden'}>
        {open && status}
      </p>
    </div>
  )
}

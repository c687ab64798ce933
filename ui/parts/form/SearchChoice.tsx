// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA combobox pattern asks for these roles
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the box handles the keys
// biome-ignore-all lint/a11y/useFocusableInteractive: the box holds the focus and names the active option
/** A box that is typed into and offers what a call finds (the ARIA combobox pattern). */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OptionsCall } from '../../../src/contract/form.ts'
import { get } from '../../api.ts'
import { useText } from '../../i18n.ts'
import { useCombo } from './combo.ts'
import type { ControlProps } from './control.ts'
import { attributesOf } from './control.ts'
import type { Option } from './options.ts'
import { optionOf, optionsIn } from './options.ts'

type SearchChoiceProps = ControlProps & {
  readonly options: OptionsCall
  readonly call: string | undefined
  readonly onChoose: (option: Option | undefined) => void
}

/** Fewer characters than this find too much to be read: the list opens with more than two. */
const fewest = 3
const offered = 20
/** The first twenty, unless the call says itself how many. */
const paged = (call = ''): { page?: number; limit?: number } =>
  /[?&]limit=/i.test(call) ? {} : { page: 1, limit: offered }

export function SearchChoice({ options, call, onChoose, ...props }: SearchChoiceProps) {
  const t = useText()
  const { id, value, readOnly, onBlur } = props
  const [picked, setPicked] = useState<Option>()
  const combo = useCombo({ id, readOnly, onClear: () => onChoose(undefined), onLeave: onBlur })
  const { asked, open, active, list, optionId } = combo

  const enough = asked.length >= fewest
  const unnamed = value !== undefined && value !== '' && picked?.value !== value
  const { data, isFetching } = useQuery({
    queryKey: ['form', 'options', call, asked],
    queryFn: ({ signal }) =>
      get<unknown>(call ?? '', { ...paged(call), [options.search ?? 'search']: asked }, { signal }),
    enabled: call !== undefined && (unnamed || (open && enough))
  })
  const known = optionsIn(data).map(source => optionOf(options, source, t))
  const found = enough ? known : []
  const own = picked?.value === value ? picked : known.find(option => option.value === value)
  const resting = value === undefined || value === null || value === '' ? '' : (own?.label ?? String(value))

  const choose = (option: Option | undefined): void => {
    if (option && !option.choosable) return
    setPicked(option)
    combo.close()
    onChoose(option)
  }
  const counted = isFetching ? t('parts.searching') : t('parts.options', { count: found.length })
  const told = enough ? counted : t('parts.typeMore', { count: fewest })
  return (
    <div className="parts-combo">
      <input
        {...attributesOf(props)}
        className="input"
        disabled={call === undefined}
        {...combo.input(found, choose, resting)}
      />
      <ul ref={list} id={`${id}-list`} role="listbox" aria-label={t(props.field.label)} hidden={!open}>
        {found.map((option, index) => (
          <li
            key={String(option.value)}
            id={optionId(index)}
            role="option"
            aria-selected={option.value === value}
            aria-disabled={!option.choosable}
            data-active={index === active || undefined}
            onMouseDown={event => event.preventDefault()}
            onClick={() => choose(option)}
          >
            {option.label}
          </li>
        ))}
      </ul>
      <p role="status" className={open && found.length === 0 ? 'parts-combo-none' : 'visually-hidden'}>
        {open && told}
      </p>
    </div>
  )
}

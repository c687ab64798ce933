/** What a search box offers where nothing is found (`OptionsSearch.adds`). */
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { OptionsSearch } from '../../../src/contract/form.ts'
import { newKey } from '../../api.ts'
import { useText } from '../../i18n.ts'
import { offeredNow } from '../command/offered.ts'
import { filledCall } from './filledCall.ts'
import type { Values } from './formValues.ts'
import type { Option } from './options.ts'

interface Adding {
  readonly option: Option
  readonly run: () => void
}

export function useAddings({ adds = [] }: OptionsSearch, values: Values): readonly Adding[] {
  const t = useText()
  const { history } = useRouter()
  // read once: while the form is open the page's own commands are these
  const [{ entries }] = useState(offeredNow)
  const ownCommand = (name: string) => entries.find(({ command }) => command.name === name)?.run
  return adds.flatMap(({ command: name, at }) => {
    const path = filledCall(at ?? '', values)
    const run = at ? path && (() => history.push(path, { opensForm: newKey() })) : ownCommand(name)
    if (!run) return []
    return [{ option: { value: name, label: t(`${name}.label`), choosable: true, source: {} }, run }]
  })
}

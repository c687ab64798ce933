/** The type of map that a person has chosen; this browser remembers it for them. */
import { useState } from 'react'
import { useProfile } from '../../account.ts'
import type { MapChoice, MapType } from './tiles.ts'
import { typeOf } from './tiles.ts'

const keyOf = (person: number | undefined): string => `opony.mapType.${person ?? 0}`

/** `missing`: the tiles of that type do not come, and the outline is drawn in their place. */
export interface ShownMap {
  /** The tiles to ask for; undefined: none, by choice or because none are set. */
  readonly type: MapType | undefined
  readonly missing: boolean
  readonly choose: (choice: MapChoice) => void
  readonly onMissing: (missing: boolean) => void
}

export function useMapType(types: readonly MapType[]): ShownMap {
  const key = keyOf(useProfile().data?.id)
  const [, setChosen] = useState<string>()
  const [missing, setMissing] = useState(false)
  return {
    type: typeOf(types, localStorage.getItem(key)),
    missing,
    choose: choice => {
      localStorage.setItem(key, choice)
      setMissing(false)
      setChosen(choice)
    },
    onMissing: setMissing
  }
}

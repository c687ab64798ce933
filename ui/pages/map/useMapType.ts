/** The type of map that a person has chosen. This browser remembers it. */
import { useState } from 'react'
import { useProfile } from '../../account.ts'
import type { MapChoice, MapType } from './tiles.ts'
import { typeOf } from './tiles.ts'

const keyOf = (person: number | undefined): string => `opony.mapType.${person ?? 0}`

/** `missing`: the tiles of this type cannot be loaded, so the outline is drawn instead. */
export interface ShownMap {
  /** The tiles to load; undefined if the person chose the outline, or if the installation has no tiles. */
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

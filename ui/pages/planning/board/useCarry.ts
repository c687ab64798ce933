/** What a person carries over the planning board, and where it would be put. */
import { useState } from 'react'
import { useText } from '../../../i18n.ts'
import {
  type Column,
  carriedTo,
  entering,
  isWithin,
  type Meaning,
  meaningOf,
  originOf,
  type Place,
  type Target
} from './moves.ts'

interface Carry {
  readonly ids: readonly number[]
  readonly target: Target | undefined
  /** A dragged card follows the pointer; one that was picked up stays until it is put down. */
  readonly by: 'drag' | 'keys' | 'tap'
}

interface CarryOptions {
  readonly columns: readonly Column[]
  readonly day: string
  readonly nameOf: (id: number) => string
  readonly columnName: (target: Target) => string
  readonly perform: (meaning: Meaning, target: Target) => Promise<void>
}

const isSame = (a: Target | undefined, b: Target | undefined): boolean => a?.place === b?.place && a?.at === b?.at

export function useCarry({ columns, day, nameOf, columnName, perform }: CarryOptions) {
  const t = useText()
  const [carry, setCarry] = useState<Carry>()
  const [announcement, setAnnouncement] = useState('')
  const carried = carry?.ids ?? []

  const sayWhere = (ids: readonly number[], target: Target): void => {
    const column = columns.find(({ place }) => place === target.place)
    const within = target.place !== 'toPlan' && isWithin(columns, ids, target.place)
    const of = column?.ids.length ?? 0
    const name = columnName(target)
    setAnnouncement(within ? t('planning.board.overPlace', { column: name, place: target.at + 1, of }) : name)
  }
  const namesOf = (ids: readonly number[]) => ({ count: ids.length, name: ids[0] === undefined ? '' : nameOf(ids[0]) })
  const start = (ids: readonly number[], by: Carry['by']): void => {
    setCarry({ ids, target: originOf(columns, ids), by })
    if (by !== 'drag') setAnnouncement(t('planning.board.picked', namesOf(ids)))
  }
  const over = (target: Target | undefined): void =>
    setCarry(now => (now && !isSame(now.target, target) ? { ...now, target } : now))
  const cancel = (ids = carried): void => {
    setCarry(undefined)
    setAnnouncement(t('planning.board.givenBack', namesOf(ids)))
  }
  const dropAt = (target: Target | undefined, ids = carried): void => {
    setCarry(undefined)
    const meaning = target && meaningOf(columns, ids, target, day)
    setAnnouncement(
      target && meaning
        ? t('planning.board.dropped', { ...namesOf(meaning.ids), column: columnName(target) })
        : t('planning.board.givenBack', namesOf(ids))
    )
    if (target && meaning) void perform(meaning, target)
  }
  return {
    carry,
    announcement,
    namesOf,
    start,
    over,
    cancel,
    dropAt,
    /** Carries into another column. */
    enter: (place: Place): void => {
      const column = columns.find(one => one.place === place)
      if (!carry || !column) return
      const target = entering(columns, carry.ids, column)
      over(target)
      sayWhere(carry.ids, target)
    },
    /** Moves what is carried by a key; whether that key means anything. */
    step: (key: string): boolean => {
      const next = carry?.target && carriedTo(columns, carry.ids, carry.target, key)
      if (!carry || !next) return false
      over(next)
      if (!isSame(next, carry.target)) sayWhere(carry.ids, next)
      return true
    }
  }
}

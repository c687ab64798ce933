/** A container's trail, and its replay. */
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { dataOf, query } from '../../query.ts'
import { createStore, type Store } from '../../store.ts'
import type { BatteryValue } from './timeScale.ts'
import type { Range, Span, Speed, Stay } from './trail.ts'
import { isUnderWay, paceOf, played, positionAt, rangeFrom, rangesOf, spanOf, staysIn } from './trail.ts'

/** A new position arrives every few seconds and reloads the trail. The line of the battery is reloaded only after this time. */
const batteryStaleMs = 10 * 60_000

interface Replay {
  /** The present moment, in epoch milliseconds. */
  readonly at: Store<number>
  readonly span: Span
  /** The time that one second of playing represents, in milliseconds. */
  readonly pace: number
  /** The index of the present stay, or of the last one before the present moment. */
  readonly step: number
  /** Whether the container is between that stay and the next. */
  readonly underWay: boolean
  readonly playing: boolean
  readonly speed: Speed
  /** Whether the map follows the container. */
  readonly follow: boolean
  readonly setSpeed: (speed: Speed) => void
  readonly setFollow: (follow: boolean) => void
  /** Goes to a moment and stops there. */
  readonly go: (moment: number) => void
  /** Plays or stops. */
  readonly toggle: () => void
}

export interface Trail extends Replay {
  readonly loading: boolean
  readonly error: unknown
  readonly retry: () => void
  readonly stays: readonly Stay[]
  readonly ranges: readonly Range[]
  readonly range: Range
  /** The values of the battery within the range; empty while they are loading, or if they are unknown. */
  readonly battery: readonly BatteryValue[]
}

interface ReplayOptions {
  readonly moment: number | undefined
  /** Called with the moment at which the replay has stopped, so that the URL can keep it. */
  readonly onMoment: (moment: number | undefined) => void
  /** Called in each frame with the position in steps, and whether the map should follow. */
  readonly onPosition: (position: number, follow: boolean) => void
}

interface TrailOptions extends ReplayOptions {
  /** The container whose trail is open. */
  readonly id: number | undefined
  readonly range: string | undefined
}

const noStays: readonly Stay[] = []
const noValues: readonly BatteryValue[] = []

export function useTrail({ id, range: wantedRange, ...options }: TrailOptions): Trail {
  const { data, error, isPending, refetch } = useQuery({
    ...query('iot.container', '/IoT/container/:id/history', { id }),
    select: dataOf,
    enabled: id !== undefined
  })
  const all = (id !== undefined && data) || noStays
  // The time at which the stays were loaded. With it, the ranges do not change while a person looks at them.
  const now = useMemo(() => (all ? Date.now() : 0), [all])
  const ranges = useMemo(() => rangesOf(all, now), [all, now])
  const range = rangeFrom(wantedRange, ranges)
  const stays = useMemo(() => staysIn(all, range, now), [all, range, now])
  const { data: battery = noValues } = useQuery({
    ...query('map', '/IoT/container/:id/battery', range === 'all' ? { id } : { id, days: range }),
    select: dataOf,
    enabled: id !== undefined && stays.length > 0,
    staleTime: batteryStaleMs
  })
  const replay = useReplay(stays, `${id} ${range}`, options)
  return {
    ...replay,
    loading: id !== undefined && isPending,
    error: data ? undefined : error,
    retry: () => void refetch(),
    stays,
    ranges,
    range,
    battery
  }
}

/**
 * The replay. The moment changes in each animation frame. It is in a separate store, so that only the slider is drawn in each frame, and
 * everything else only with each new stay. `trailKey` changes with the trail and its range. Its change stops the replay.
 */
function useReplay(stays: readonly Stay[], trailKey: string, { moment, onMoment, onPosition }: ReplayOptions): Replay {
  const [at] = useState(() => createStore(0))
  const [step, setStep] = useState(0)
  const [underWay, setUnderWay] = useState(false)
  const [playing, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<Speed>(5)
  const [follow, setFollow] = useState(true)
  const span = useMemo(() => spanOf(stays), [stays])
  const pace = paceOf(span) * speed
  const callbacks = useRef({ onMoment, onPosition })
  useEffect(() => {
    callbacks.current = { onMoment, onPosition }
  })
  const moveTo = useCallback(
    (next: number, follows: boolean) => {
      at.set(next)
      const position = positionAt(stays, next)
      setStep(Math.floor(position))
      setUnderWay(isUnderWay(stays, Math.floor(position), next))
      callbacks.current.onPosition(position, follows)
    },
    [at, stays]
  )

  // The moment of the URL applies, except while playing. Otherwise the replay would jump back at its end to where it began.
  const isPlaying = useRef(false)
  useEffect(() => {
    if (!isPlaying.current && stays.length > 0) moveTo(Math.max(span.from, Math.min(span.to, moment ?? span.to)), false)
  }, [stays, span, moment, moveTo])
  useEffect(() => {
    isPlaying.current = playing
  }, [playing])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another trail or range stops the replay
  useEffect(() => setPlaying(false), [trailKey])

  useEffect(() => {
    if (!playing) return
    let before = performance.now()
    let frame = requestAnimationFrame(function next(time) {
      moveTo(played(at.get(), Math.max(0, time - before), pace, span), follow)
      before = time
      if (at.get() < span.to) frame = requestAnimationFrame(next)
      else {
        callbacks.current.onMoment(undefined)
        setPlaying(false)
      }
    })
    return () => cancelAnimationFrame(frame)
  }, [playing, pace, follow, span, at, moveTo])

  const go = (next: number): void => {
    setPlaying(false)
    const moment = Math.round(Math.max(span.from, Math.min(span.to, next)))
    moveTo(moment, follow)
    onMoment(moment >= span.to ? undefined : moment)
  }
  return {
    at,
    span,
    pace,
    step: Math.min(step, Math.max(0, stays.length - 1)),
    underWay,
    playing,
    speed,
    follow,
    setSpeed,
    setFollow,
    go,
    toggle: () => {
      if (playing) return go(at.get())
      if (at.get() >= span.to) moveTo(span.from, follow)
      setPlaying(span.to > span.from)
    }
  }
}

/** A container's trail, and its replay. */
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { get } from '../../api.ts'
import type { Range, Speed, Stay } from './trail.ts'
import { played, rangeFrom, rangesOf, stayKey, staysIn, stepAt } from './trail.ts'

interface Replay {
  /** The index of the present stay. */
  readonly step: number
  readonly playing: boolean
  readonly speed: Speed
  /** Whether the map moves along. */
  readonly follow: boolean
  readonly setSpeed: (speed: Speed) => void
  readonly setFollow: (follow: boolean) => void
  /** Goes to a step and stops there. */
  readonly go: (step: number) => void
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
}

interface ReplayOptions {
  readonly moment: number | undefined
  /** The replay has stopped at this moment, which the URL may keep. */
  readonly onMoment: (moment: number | undefined) => void
  /** Each frame's position, and whether the map should follow. */
  readonly onPosition: (position: number, follow: boolean) => void
}

interface TrailOptions extends ReplayOptions {
  /** The container whose trail is open. */
  readonly id: number | undefined
  readonly range: string | undefined
}

const noStays: readonly Stay[] = []

export function useTrail({ id, range: wantedRange, ...options }: TrailOptions): Trail {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['iot.container', id, 'history'],
    queryFn: async ({ signal }) =>
      (await get<{ data: Stay[] }>(`/IoT/container/${id}/history`, undefined, { signal })).data,
    enabled: id !== undefined
  })
  const all = (id !== undefined && data) || noStays
  // the time at which the stays were loaded, so that the ranges do not change while the person looks at them
  const now = useMemo(() => (all ? Date.now() : 0), [all])
  const ranges = useMemo(() => rangesOf(all, now), [all, now])
  const range = rangeFrom(wantedRange, ranges)
  const stays = useMemo(() => staysIn(all, range, now), [all, range, now])
  const replay = useReplay(stays, `${id} ${range}`, options)
  return {
    ...replay,
    loading: id !== undefined && isPending,
    error: data ? undefined : error,
    retry: () => void refetch(),
    stays,
    ranges,
    range
  }
}

/**
 * The position runs in a loop of animation frames, outside React's state; only whole steps are state. `trailKey` changes with
 * the trail and its range, and stops the replay.
 */
function useReplay(stays: readonly Stay[], trailKey: string, { moment, onMoment, onPosition }: ReplayOptions): Replay {
  const [step, setStep] = useState(0)
  const [playing, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<Speed>(5)
  const [follow, setFollow] = useState(true)
  const position = useRef(0)
  const last = Math.max(0, stays.length - 1)
  const callbacks = useRef({ onMoment, onPosition })
  useEffect(() => {
    callbacks.current = { onMoment, onPosition }
  })
  const moveTo = useCallback((next: number, follows: boolean) => {
    position.current = next
    setStep(Math.floor(next))
    callbacks.current.onPosition(next, follows)
  }, [])

  // the URL's moment decides, except while playing: the end of a play must not jump back to the moment where it began
  const isPlaying = useRef(false)
  useEffect(() => {
    if (!isPlaying.current && stays.length > 0) moveTo(stepAt(stays, moment), false)
  }, [stays, moment, moveTo])
  useEffect(() => {
    isPlaying.current = playing
  }, [playing])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another trail or range stops the replay
  useEffect(() => setPlaying(false), [trailKey])

  useEffect(() => {
    if (!playing) return
    let before = performance.now()
    let frame = requestAnimationFrame(function next(time) {
      moveTo(played(position.current, Math.max(0, time - before), speed, stays.length), follow)
      before = time
      if (position.current < stays.length - 1) frame = requestAnimationFrame(next)
      else {
        callbacks.current.onMoment(undefined)
        setPlaying(false)
      }
    })
    return () => cancelAnimationFrame(frame)
  }, [playing, speed, follow, stays, moveTo])

  const stopAt = (next: number): void => {
    setPlaying(false)
    moveTo(next, follow)
    onMoment(next >= last ? undefined : stayKey(stays[next]))
  }
  return {
    step: Math.min(step, last),
    playing,
    speed,
    follow,
    setSpeed,
    setFollow,
    go: next => stopAt(Math.max(0, Math.min(stays.length - 1, next))),
    toggle: () => {
      if (playing) return stopAt(Math.floor(position.current))
      if (position.current >= stays.length - 1) moveTo(0, follow)
      setPlaying(stays.length > 1)
    }
  }
}

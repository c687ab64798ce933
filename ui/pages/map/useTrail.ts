/** A container's trail and its replay. The position runs in a frame loop, outside React; only whole steps are drawn. */
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { get } from '../../api.ts'
import type { Range, Speed, Stay } from './trail.ts'
import { played, rangeFrom, rangesOf, stayKey, staysIn, stepAt } from './trail.ts'

export interface Trail {
  readonly loading: boolean
  readonly error: unknown
  readonly retry: () => void
  readonly stays: readonly Stay[]
  readonly ranges: readonly Range[]
  readonly range: Range
  readonly step: number
  readonly playing: boolean
  readonly speed: Speed
  readonly follow: boolean
  readonly setSpeed: (speed: Speed) => void
  readonly setFollow: (follow: boolean) => void
  /** Goes to a step and stops there. */
  readonly go: (step: number) => void
  readonly toggle: () => void
}

interface Options {
  /** The container, while its trail is open. */
  readonly id: number | undefined
  readonly range: string | undefined
  readonly moment: number | undefined
  /** The replay came to rest on this moment: worth a place in the URL. */
  readonly onMoment: (moment: number | undefined) => void
  /** Each frame's position, and whether the map should go along. */
  readonly onPosition: (position: number, follow: boolean) => void
}

const none: readonly Stay[] = []

export function useTrail({ id, range: wanted, moment, onMoment, onPosition }: Options): Trail {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['iot.container', id, 'history'],
    queryFn: async ({ signal }) =>
      (await get<{ data: Stay[] }>(`/IoT/container/${id}/history`, undefined, { signal })).data,
    enabled: id !== undefined
  })
  const all = (id !== undefined && data) || none
  // the clock of the moment in which the trail was asked for: ranges do not wander while it is looked at
  const now = useMemo(() => (all ? Date.now() : 0), [all])
  const ranges = useMemo(() => rangesOf(all, now), [all, now])
  const range = rangeFrom(wanted, ranges)
  const stays = useMemo(() => staysIn(all, range, now), [all, range, now])
  const [step, setStep] = useState(0)
  const [playing, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<Speed>(5)
  const [follow, setFollow] = useState(true)
  const position = useRef(0)
  const hooks = useRef({ onMoment, onPosition })
  useEffect(() => {
    hooks.current = { onMoment, onPosition }
  })

  const stand = useCallback((at: number, along: boolean) => {
    position.current = at
    setStep(Math.floor(at))
    hooks.current.onPosition(at, along)
  }, [])

  // what the URL says decides, unless a play is under way: the end of one is no reason to go back to where it began
  const busy = useRef(false)
  useEffect(() => {
    if (!busy.current && stays.length > 0) stand(stepAt(stays, moment), false)
  }, [stays, moment, stand])
  useEffect(() => {
    busy.current = playing
  }, [playing])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another trail or range begins at rest
  useEffect(() => setPlaying(false), [id, range])

  useEffect(() => {
    if (!playing) return
    const last = stays.length - 1
    let before = performance.now()
    let frame = requestAnimationFrame(function next(time) {
      stand(played(position.current, Math.max(0, time - before), speed, stays.length), follow)
      before = time
      if (position.current < last) frame = requestAnimationFrame(next)
      else {
        hooks.current.onMoment(undefined)
        setPlaying(false)
      }
    })
    return () => cancelAnimationFrame(frame)
  }, [playing, speed, follow, stays, stand])

  const rest = (at: number): void => {
    setPlaying(false)
    stand(at, follow)
    onMoment(at >= stays.length - 1 ? undefined : stayKey(stays[at]))
  }
  return {
    loading: id !== undefined && isPending,
    error: data ? undefined : error,
    retry: () => void refetch(),
    stays,
    ranges,
    range,
    step: Math.min(step, Math.max(0, stays.length - 1)),
    playing,
    speed,
    follow,
    setSpeed,
    setFollow,
    go: at => rest(Math.max(0, Math.min(stays.length - 1, at))),
    toggle: () => {
      if (playing) return rest(Math.floor(position.current))
      if (position.current >= stays.length - 1) stand(0, follow)
      setPlaying(stays.length > 1)
    }
  }
}

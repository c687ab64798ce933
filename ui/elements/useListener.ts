import { useEffect, useEffectEvent } from 'react'

interface ListenerOptions {
  /** Whether the component listens now. */
  readonly active?: boolean
  /** Whether the listener comes before those of the elements inside, which it may then keep from getting the event. */
  readonly capture?: boolean
}

/** Listens to an event of the window, and so of everything in it, while the component is mounted. */
export function useListener<Type extends keyof WindowEventMap>(
  type: Type,
  listener: (event: WindowEventMap[Type]) => void,
  { active = true, capture = false }: ListenerOptions = {}
): void {
  const newest = useEffectEvent(listener)
  useEffect(() => {
    if (!active) return
    const listen = (event: WindowEventMap[Type]): void => newest(event)
    addEventListener(type, listen, { capture })
    return () => removeEventListener(type, listen, { capture })
  }, [type, active, capture])
}

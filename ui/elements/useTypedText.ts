import { useEffect, useEffectEvent, useState } from 'react'

interface TypedTextOptions {
  /** The text that is in effect: of the URL, of a filter. */
  readonly value: string
  /** Milliseconds without a key after which what is typed takes effect. */
  readonly delay: number
  readonly onSend: (text: string) => void
  /** What takes effect of what is typed; by default all of it. */
  readonly read?: (typed: string) => string
}

interface TypedText {
  /** What the box shows. */
  readonly text: string
  readonly setText: (text: string) => void
  /** The text that took effect last. */
  readonly sent: string
  /** Lets a text take effect at once, and shows it. */
  readonly send: (text: string) => void
}

const asTyped = (typed: string): string => typed

/**
 * The text of a box that takes effect once nobody types any more. A `value` from elsewhere (Back, a link, a chip) replaces what is typed;
 * the one that was sent does not, although more may be typed by the time it comes back. What is not sent when the box goes is dropped.
 */
export function useTypedText({ value, delay, onSend, read = asTyped }: TypedTextOptions): TypedText {
  const [text, setText] = useState(value)
  const [sent, setSent] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  if (value !== lastValue) {
    setLastValue(value)
    if (value !== sent) {
      setSent(value)
      setText(value)
    }
  }
  const next = read(text)
  const put = (effective: string): void => {
    setSent(effective)
    onSend(effective)
  }
  const putLater = useEffectEvent(put)
  useEffect(() => {
    if (next === sent) return
    const timer = setTimeout(() => putLater(next), delay)
    return () => clearTimeout(timer)
  }, [next, sent, delay])
  const send = (typed: string): void => {
    setText(typed)
    put(read(typed))
  }
  return { text, setText, sent, send }
}

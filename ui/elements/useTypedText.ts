import { useEffect, useEffectEvent, useState } from 'react'

interface TypedTextOptions {
  /** The text that is in effect, for example that of the URL or of a filter. */
  readonly value: string
  /** After how many milliseconds without a key the typed text takes effect. */
  readonly delay: number
  readonly onSend: (text: string) => void
  /** Returns the part of the typed text that takes effect; by default all of it. */
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
 * The text of a box, which takes effect after a pause in typing. If `value` changes for another reason (Back, a link, a chip), it replaces
 * the typed text. If `value` is the text that was sent, the typed text stays, because the person may have typed more meanwhile. A text that
 * was not sent before the box is removed is dropped.
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

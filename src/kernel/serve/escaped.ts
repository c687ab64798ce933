const entities: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }

/** A text as it may stand in HTML, also within the quotes of an attribute. */
export const escaped = (text: string): string => text.replace(/[&"<>]/g, sign => entities[sign] ?? sign)

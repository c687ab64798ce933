export const load = () => ({ good: 1 })

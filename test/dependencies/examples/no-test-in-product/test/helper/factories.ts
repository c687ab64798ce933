export const anOrder = () => ({ id: 1 })

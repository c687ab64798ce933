export const textOf = () => ''

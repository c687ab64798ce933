export default { name: 'orders' }

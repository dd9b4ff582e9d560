// What `qs` remembers of objects while it reads them. The package of this name carries some 30 KB for
// engines without WeakMap and for inspecting keys in its errors; the worker is bundled with this one.
module.exports = () => {
  const values = new WeakMap();
  return {
    assert: (key) => {
      if (!values.has(key)) throw new TypeError("Side channel does not contain the given key");
    },
    delete: (key) => values.delete(key),
    get: (key) => values.get(key),
    has: (key) => values.has(key),
    set: (key, value) => {
      values.set(key, value);
    },
  };
};

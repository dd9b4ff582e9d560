/** The same with some of its methods replaced. */
export const replacing = <T extends object>(real: T, own: Partial<T>): T =>
  new Proxy(real, {
    get: (target, name) => {
      const value: unknown = Reflect.get(own, name) ?? Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });

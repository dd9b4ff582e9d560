// Workers have Temporal natively; plain Node 22, where the engine's tests run, does not.
import "temporal-polyfill/global";

;; Reads texts, one per line in Base64, and answers each with one line in Base64: "ok " and a canonical text of the
;; value, or "error". Canonical: entries and elements sorted, strings and characters as numbers, doubles as bits.
(require '[clojure.edn :as edn] '[clojure.string :as string])

(defn code-units [text] (string/join "," (map int text)))

(declare canonical)

(defn sorted [items] (string/join " " (sort (map canonical items))))

(defn canonical [value]
  (cond
    (string? value) (str "<string " (code-units value) ">")
    (char? value) (str "<char " (int value) ">")
    (double? value) (str "<double " (Double/doubleToLongBits value) ">")
    (map? value) (str "{" (string/join " " (sort (map (fn [[k v]] (str (canonical k) "=" (canonical v))) value))) "}")
    (set? value) (str "#{" (sorted value) "}")
    (vector? value) (str "[" (string/join " " (map canonical value)) "]")
    (sequential? value) (str "(" (string/join " " (map canonical value)) ")")
    (tagged-literal? value) (str "#" (:tag value) " " (canonical (:form value)))
    :else (pr-str value)))

(defn read-only-form [text]
  (let [reader (java.io.PushbackReader. (java.io.StringReader. text))
        value (edn/read {:default tagged-literal} reader)
        end (Object.)]
    (when-not (identical? end (edn/read {:default tagged-literal :eof end} reader))
      (throw (RuntimeException. "more than one form")))
    value))

(defn answer [text]
  (try (str "ok " (canonical (read-only-form text)))
       (catch Throwable _ "error")))

(let [decoder (java.util.Base64/getDecoder)
      encoder (java.util.Base64/getEncoder)]
  (doseq [line (line-seq (java.io.BufferedReader. *in*))]
    (println (.encodeToString encoder (.getBytes ^String (answer (String. (.decode decoder ^String line) "UTF-8")) "UTF-8")))))

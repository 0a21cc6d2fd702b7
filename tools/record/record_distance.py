"""How far the models of notebook 09 see: trains them for ten minutes.

All models of helpers/experiments/distance.py, at all distances.
"""

import json

from helpers.experiments import distance


def main():
    models = {}
    for name in distance.MODELS:
        models[name] = {}
        for T in distance.DISTANCES:
            courses = [[*distance.course(name, T, seed)] for seed in distance.SEEDS]
            models[name][T] = courses
            print(f"{name:30} T = {T:2}: {sorted(course[-1] for course in courses)}", flush=True)
    lines = [f'  "{name}": {json.dumps(runs)}' for name, runs in models.items()]
    distance.RECORDED.write_text("{\n" + ",\n".join(lines) + "\n}\n")
